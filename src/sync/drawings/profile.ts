/** Sync of the profile: a three-way merge for each member; if both sides changed one, the server's wins. */
import { EMPTY_PROFILE, type Profile } from '../../api/contract/profile-body.ts';
import { PROFILE_VALUE, profileText, storedProfile } from '../../api/profile.ts';
import { AVATAR_SEED_MAX, DISPLAY_NAME_MAX } from '../../core/drawing/limits.ts';
import { codePoints, textProblem } from '../../core/drawing/text.ts';
import { type Guard, parseJson, shape } from '../state/guards.ts';
import { StaleBase } from './local-drawing.ts';
import { changeMemory, readMemory, writeMemory } from './records.ts';
import { type Run, retryWhileChanging } from './run.ts';
import { stop } from './server.ts';

const PATH = '/api/v1/profile';

const words = (most: number): Guard<string> => {
  return (value): value is string =>
    typeof value === 'string' && textProblem(value) === undefined && codePoints(value) <= most;
};
const isProfile = shape<Profile>({
  displayName: words(DISPLAY_NAME_MAX),
  avatarSeed: words(AVATAR_SEED_MAX),
});

export async function syncProfile(run: Run): Promise<void> {
  const { profile: agreed } = await run.store.read(readMemory);
  const headers: Record<string, string> = agreed?.etag ? { 'If-None-Match': agreed.etag } : {};
  const result = await run.server.ask(PATH, { method: 'GET', headers });
  if (!result.ok) return;
  const isHeld = result.status === 304 && agreed !== undefined;
  const text = isHeld ? agreed.text : result.text;
  const remote = parseJson(text);
  if (!isProfile(remote)) throw stop('not_pleinair');
  const before = parseJson(agreed?.text);
  const base = isProfile(before) ? before : EMPTY_PROFILE;
  const lately = parseJson(agreed?.sent);
  const sent = isProfile(lately) ? lately : base;
  const etag = isHeld ? agreed.etag : (result.tag ?? '');

  const merged = await retryWhileChanging(async () => {
    const seen = await run.store.read(storedProfile);
    const local = parseJson(seen);
    const both = isProfile(local) ? mergeProfiles(base, sent, local, remote) : remote;
    const [next, theirs] = [profileText(both), profileText(remote)];
    if (isHeld && next === seen && next === theirs) return undefined;
    await run.store.write(async (tx) => {
      if ((await storedProfile(tx)) !== seen) throw new StaleBase();
      if (next !== seen) await tx.putValue(PROFILE_VALUE, next);
      const doubt = next === theirs ? undefined : next;
      await writeMemory(tx, { ...(await readMemory(tx)), profile: { text: theirs, etag, sent: doubt } });
    });
    return next === theirs ? undefined : next;
  });
  if (merged === undefined) return;
  const put = await run.server.ask(PATH, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-Match': etag || '*' },
    body: merged,
  });
  // Somebody else changed it first; the next run merges their change.
  if (!put.ok) return;
  await changeMemory(run.store, (memory) => ({
    ...memory,
    profile: { text: merged, etag: put.tag ?? '' },
  }));
}

/**
 * @param sent last profile sent without a response. The server may have it, so it counts as own, not as a
 *   foreign change
 */
function mergeProfiles(base: Profile, sent: Profile, local: Profile, remote: Profile): Profile {
  const isOwn = (name: keyof Profile) => remote[name] === base[name] || remote[name] === sent[name];
  const pick = (name: keyof Profile) => (isOwn(name) ? local[name] : remote[name]);
  return { displayName: pick('displayName'), avatarSeed: pick('avatarSeed') };
}
