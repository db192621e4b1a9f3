/** The response of `GET /api/v1`: the endpoints of the air API, who may call them and how often. */
import { CACHE_SECONDS } from './upstream/freshness.ts';
import {
  type Affiliate,
  API_VERSION,
  addressOf,
  affiliate,
  PROVENANCE,
  type Provenance,
} from './upstream/provenance.ts';

export interface EndpointParameter {
  readonly name: string;
  readonly description: string;
  /** JSON Schema with the default. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface Endpoint {
  readonly method: 'GET';
  readonly path: string;
  readonly summary: string;
  /** Query parameters, all optional. */
  readonly parameters: readonly EndpointParameter[];
}

export interface Discovery {
  readonly apiVersion: '1';
  readonly endpoints: readonly (Endpoint & { readonly url: string })[];
  readonly provenance: Provenance;
  readonly affiliate: Affiliate;
  readonly access: {
    readonly authentication: 'none';
    readonly methods: readonly string[];
    /** Origins whose pages may read the responses. */
    readonly origins: '*';
    /** Null if the host does not limit requests. */
    readonly quota: {
      readonly requests: number;
      readonly seconds: number;
      readonly per: 'network address';
      readonly sharedWith: string;
    } | null;
    /** Shortest useful interval between equal requests, in seconds. */
    readonly pollSeconds: number;
    readonly policy: string;
  };
  readonly links: Readonly<Record<'self' | 'openapi' | 'docs' | 'client' | 'mcp', string>>;
}

export interface DiscoveryOptions {
  /** Base address of this API, for links. */
  readonly publicUrl: string;
  /** Requests per minute and network address; undefined if the host does not limit them. */
  readonly quotaPerMinute: number | undefined;
}

const POLICY =
  'Public and read-only: no account, key, cookie or location. A caller names a region or an area and never sends a ' +
  'position or an address. Availability is not guaranteed. Wait out ' +
  'Retry-After after a 429 or 503. Keep the source, its time and the disclaimer with every figure, and the ' +
  'disclosure with every product.';

/** @param endpoints in the order in which they are listed */
export function discoveryBody(endpoints: readonly Endpoint[], options: DiscoveryOptions): Discovery {
  const { publicUrl, quotaPerMinute } = options;
  const at = (path: string) => addressOf(path, publicUrl);
  return {
    apiVersion: API_VERSION,
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, url: at(endpoint.path) })),
    provenance: PROVENANCE,
    affiliate: affiliate(publicUrl),
    access: {
      authentication: 'none',
      methods: ['GET', 'HEAD', 'OPTIONS'],
      origins: '*',
      quota:
        quotaPerMinute === undefined
          ? null
          : { requests: quotaPerMinute, seconds: 60, per: 'network address', sharedWith: at('/mcp') },
      pollSeconds: CACHE_SECONDS,
      policy: POLICY,
    },
    links: {
      self: at('/api/v1'),
      openapi: at('/api/v1/openapi.json'),
      docs: at('/docs'),
      client: at('/client/pleinair.ts'),
      mcp: at('/mcp'),
    },
  };
}
