/** The local profile. There is one for each store. Its changes are in profile-changes.ts: few make one. */
import { EMPTY_PROFILE, type Profile } from './contract/profile-body.ts';
import { parseIfNoneMatch } from './http/conditions.ts';
import { taggedByContent } from './http/respond.ts';
import type { Route } from './http/route.ts';
import type { ReadTx } from './ports.ts';

export const PROFILE_PATH = '/api/v1/profile';
export const PROFILE_VALUE = 'profile';

export function profileText({ displayName, avatarSeed }: Profile): string {
  return JSON.stringify({ displayName, avatarSeed });
}

export async function storedProfile(tx: ReadTx): Promise<string> {
  return (await tx.value(PROFILE_VALUE)) ?? profileText(EMPTY_PROFILE);
}

export const getProfile: Route = {
  id: 'getProfile',
  method: 'GET',
  path: PROFILE_PATH,
  access: 'token',
  checkHeaders: parseIfNoneMatch,
  async handle(call) {
    return taggedByContent(call, await call.store.read(storedProfile));
  },
};
