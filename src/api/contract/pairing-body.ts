/** The rules for the body that exchanges a code for a token. */
import { codePoints, textProblem } from '../../core/drawing/text.ts';
import { type Envelope, text } from './envelope.ts';

/** Longest code that is accepted, in characters. Real codes are shorter. */
const CODE_MAX = 64;
/** Longest name of a device, in characters. */
export const DEVICE_NAME_MAX = 60;

/** Bytes of the body, which anybody may send. Fits any valid one, even with each character escaped. */
export const PAIRING_BODY_MAX = 2048;

export interface PairingBody {
  readonly code: string;
  /** Name of the device, for the list of tokens. */
  readonly device: string;
  /** True to learn whose drawings the code opens, without using it. */
  readonly look?: boolean;
}

/** Why a text cannot be the name of a person or device, as the end of a sentence; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if (codePoints(name) > DEVICE_NAME_MAX) return `is longer than ${DEVICE_NAME_MAX} characters`;
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) return 'has characters that cannot be seen';
  return undefined;
}

export const pairingBody: Envelope<PairingBody> = {
  code: text(
    CODE_MAX,
    (value) =>
      textProblem(value) ?? (value.length > CODE_MAX ? `is longer than ${CODE_MAX} characters` : undefined),
  ),
  device: text(DEVICE_NAME_MAX, nameProblem),
  look: {
    schema: { type: 'boolean' },
    problem: (value) =>
      value === undefined || typeof value === 'boolean' ? undefined : 'is neither true nor false',
  },
};
