/** The local profile. */
import * as z from 'zod/mini';
import { AVATAR_SEED_MAX, DISPLAY_NAME_MAX } from '../../core/drawing/limits.ts';
import { badText, codePoints } from '../../core/drawing/text.ts';

/** Text of at most `max` code points, without NUL and lone surrogates: databases differ on these. */
function text(max: number) {
  return z
    .string()
    .check((payload) => {
      const bad = badText(payload.value);
      const message =
        bad ?? (codePoints(payload.value) > max ? `is longer than ${max} characters` : undefined);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    })
    .register(z.globalRegistry, { maxLength: max });
}

export const profileBody = z.strictObject({
  displayName: text(DISPLAY_NAME_MAX),
  avatarSeed: text(AVATAR_SEED_MAX),
});

export type Profile = z.output<typeof profileBody>;

/** Before the first PUT. */
export const EMPTY_PROFILE: Profile = { displayName: '', avatarSeed: '' };
