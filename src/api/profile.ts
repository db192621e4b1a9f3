/** The one local profile. */
import { parseCondition } from './conditions.ts';
import { readEnvelope } from './contract/envelope.ts';
import { EMPTY_PROFILE, type Profile, profileBody } from './contract/profile-body.ts';
import { ApiError } from './errors.ts';
import type { ReadTx } from './ports.ts';
import { cachedAnswer, contentTag, jsonAnswer } from './respond.ts';
import type { Route } from './route.ts';

const PATH = '/api/v1/profile';
const VALUE = 'profile';

function profileText({ displayName, avatarSeed }: Profile): string {
  return JSON.stringify({ displayName, avatarSeed });
}

async function stored(tx: ReadTx): Promise<string> {
  return (await tx.value(VALUE)) ?? profileText(EMPTY_PROFILE);
}

export const getProfile: Route = {
  id: 'getProfile',
  method: 'GET',
  path: PATH,
  access: 'token',
  checkHeaders: (headers) => void parseCondition('If-None-Match', headers.get('If-None-Match')),
  async handle({ ports, request }) {
    const json = await ports.store.read(stored);
    const ifNoneMatch = parseCondition('If-None-Match', request.headers.get('If-None-Match'));
    return cachedAnswer(json, await contentTag(json), ifNoneMatch);
  },
};

export const putProfile: Route = {
  id: 'putProfile',
  method: 'PUT',
  path: PATH,
  access: 'token',
  body: { mediaType: 'application/json' },
  checkHeaders: (headers) => void parseCondition('If-Match', headers.get('If-Match')),
  async handle({ ports, request, body }) {
    const json = profileText(readEnvelope(profileBody, body?.value));
    const ifMatch = parseCondition('If-Match', request.headers.get('If-Match'));
    const tag = await contentTag(json);
    if (ifMatch === undefined || ifMatch === '*') {
      await ports.store.write((tx) => tx.putValue(VALUE, json));
      return jsonAnswer(200, json, { ETag: tag });
    }
    // Tags are digests, and a digest is a foreign await inside an IndexedDB transaction: it is made
    // before, of what was read, and the write goes ahead only where that still stands.
    const seen = await ports.store.read(stored);
    const seenTag = await contentTag(seen);
    if (!ifMatch.includes(seenTag) && seen !== json) throw stale(seenTag);
    await ports.store.write(async (tx) => {
      const now = await stored(tx);
      if (now !== seen && now !== json) throw stale(undefined);
      await tx.putValue(VALUE, json);
    });
    return jsonAnswer(200, json, { ETag: tag });
  },
};

function stale(current: string | undefined): ApiError {
  return new ApiError('conflict', 'the profile has changed since', {
    headers: current === undefined ? {} : { ETag: current },
  });
}
