/** The rules for the profile's body. */
import { AVATAR_SEED_MAX, DISPLAY_NAME_MAX } from '../../core/drawing/limits.ts';
import { codePoints, textProblem } from '../../core/drawing/text.ts';
import { type Envelope, text } from './envelope.ts';

export interface Profile {
  readonly displayName: string;
  readonly avatarSeed: string;
}

/** A text of at most `max` code points without NUL and lone surrogates, which databases store differently. */
function words(max: number) {
  return text(
    max,
    (value) =>
      textProblem(value) ?? (codePoints(value) > max ? `is longer than ${max} characters` : undefined),
  );
}

export const profileBody: Envelope<Profile> = {
  displayName: words(DISPLAY_NAME_MAX),
  avatarSeed: words(AVATAR_SEED_MAX),
};

/** The profile before the first PUT. */
export const EMPTY_PROFILE: Profile = { displayName: '', avatarSeed: '' };
