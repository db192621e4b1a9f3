/** Changes of the profile: by a PUT, and by an import. */
import { readEnvelope } from './contract/envelope.ts';
import { EMPTY_PROFILE, profileBody } from './contract/profile-body.ts';
import { ApiError } from './errors.ts';
import { parseCondition, parseCreateOnly } from './http/conditions.ts';
import { jsonBody } from './http/json-body.ts';
import { contentTag, jsonResponse } from './http/respond.ts';
import type { Route } from './http/route.ts';
import type { Store } from './ports.ts';
import { PROFILE_PATH, PROFILE_VALUE, profileText, storedProfile } from './profile.ts';

export const putProfile: Route = {
  id: 'putProfile',
  method: 'PUT',
  path: PROFILE_PATH,
  access: 'token',
  // Fits any valid profile, even with each character escaped.
  body: jsonBody({ mediaType: 'application/json', max: 8192 }),
  checkHeaders(headers) {
    parseCondition('If-Match', headers.get('If-Match'));
    parseCreateOnly(headers);
  },
  async handle({ store, request, body }) {
    const json = profileText(readEnvelope(profileBody, body?.value));
    const ifMatch = parseCondition('If-Match', request.headers.get('If-Match'));
    if (parseCreateOnly(request.headers)) {
      const current = await contentTag(await store.read(storedProfile));
      throw new ApiError('precondition_failed', 'there always is a profile', { headers: { ETag: current } });
    }
    const tag = await contentTag(json);
    if (ifMatch === undefined || ifMatch === '*') {
      await store.write((tx) => tx.putValue(PROFILE_VALUE, json));
      return jsonResponse(200, json, { ETag: tag });
    }
    // The tag is a digest, and awaiting one would end an IndexedDB transaction. So it is computed first, from
    // a separate read, and the write happens only if the profile is still the same.
    const seen = await store.read(storedProfile);
    const seenTag = await contentTag(seen);
    if (!ifMatch.includes(seenTag) && seen !== json) throw stale(seenTag);
    const other = await store.write(async (tx) => {
      const now = await storedProfile(tx);
      if (now !== seen && now !== json) return now;
      await tx.putValue(PROFILE_VALUE, json);
      return undefined;
    });
    if (other !== undefined) throw stale(await contentTag(other));
    return jsonResponse(200, json, { ETag: tag });
  },
};

function stale(current: string): ApiError {
  return new ApiError('conflict', 'the profile was changed in the meantime', { headers: { ETag: current } });
}

/** `kept`: the existing profile differs, and stays. */
export type ProfileOutcome = 'taken' | 'same' | 'kept';

/**
 * Imports the profile of an export if there is none yet.
 * @throws ApiError 400 with the problems
 */
export async function importProfile(store: Store, json: string): Promise<ProfileOutcome> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ApiError('invalid_json', 'it is not valid JSON');
  }
  const text = profileText(readEnvelope(profileBody, value));
  return store.write(async (tx): Promise<ProfileOutcome> => {
    const now = await storedProfile(tx);
    if (now === text) return 'same';
    if (now !== profileText(EMPTY_PROFILE)) return 'kept';
    await tx.putValue(PROFILE_VALUE, text);
    return 'taken';
  });
}
