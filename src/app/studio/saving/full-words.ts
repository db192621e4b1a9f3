/** What is said of a drawing that takes no more ink. */
import { DRAWING_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';

export const SIZE_WORDS = `${DRAWING_MAX / 1024 / 1024} MB`;
const STROKES_WORDS = `${STROKES_MAX.toLocaleString('en-SG')} strokes`;

/** How much it holds. */
export function fullWords(full: 'strokes' | 'size' | undefined): string {
  return full === 'size' ? `${SIZE_WORDS} of ink` : STROKES_WORDS;
}
