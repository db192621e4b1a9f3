/** The real application over a host's store, put together as in server/ and src/sync/device.ts. */
import { createApi } from '../../../src/api/index.ts';
import { type Auth, type Handle, HOME, type Ports, type Store } from '../../../src/api/ports.ts';
import { uuid } from '../globals.ts';

export interface ApplicationOptions {
  readonly store: Store;
  readonly auth: Auth;
  readonly now: () => number;
  readonly announce?: Ports['announce'];
  /** Called when the application finds a defect of its own, or of its store. */
  readonly onDefect: (error: unknown) => void;
}

const NO_AIR: Ports['air'] = {
  state: () => Promise.reject(new Error('there is no air here')),
  history: () => Promise.reject(new Error('there is no air here')),
  now: () => 0,
};

export function application({ store, auth, now, announce, onDefect }: ApplicationOptions): Handle {
  return createApi({
    storeOf: () => store,
    writable: store.writable,
    auth,
    now,
    air: NO_AIR,
    sky: { state: () => Promise.reject(new Error('there is no sky here')), now: () => 0 },
    products: { catalogue: () => Promise.reject(new Error('there are no products here')) },
    guide: async () => '{}',
    openapi: async () => '{}',
    newId: uuid,
    announce: announce ?? (() => {}),
    async readBody(request, limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length > limit ? 'too_large' : bytes;
    },
    onDefect: (_id, error) => onDefect(error),
    publicUrl: 'http://server.example',
    version: '0.0.0',
  });
}

/** The device's pages need no token; the server asks for its token. */
export const ORIGIN_AUTH: Auth = {
  mode: 'origin',
  isConfigured: async () => true,
  check: async () => ({ ok: true, principal: { space: HOME, via: 'origin' } }),
};

export function tokenAuth(token: () => string): Auth {
  return {
    mode: 'token',
    isConfigured: async () => true,
    async check({ headers }) {
      const given = headers.get('Authorization');
      if (given === `Bearer ${token()}`) return { ok: true, principal: { space: HOME, via: 'token' } };
      return { ok: false, reason: given === null ? 'missing' : 'wrong' };
    },
  };
}
