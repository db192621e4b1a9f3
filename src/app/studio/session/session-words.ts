/** What is said while a drawing is open, in sentences for the person. */
import { STROKES_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { SaveNotice } from '../saving/save-queue.ts';

export const NOTICES: Readonly<Record<SaveNotice, string | undefined>> = {
  restored: 'This drawing was in the trash. It is back among your drawings, with what you drew.',
  remade: 'This drawing was no longer there. It was made again, with everything you see.',
  trashed: 'This drawing was moved to the trash elsewhere. Draw on it to bring it back.',
  deleted: 'This drawing was deleted for good elsewhere. Draw on it to bring it back.',
  'changed-elsewhere': undefined,
};

export const NOT_ANSWERED = 'The storage of this device did not answer. Nothing was lost; try again.';

/** Strokes left, at which the limit is said. */
const LEFT_SAID = [4_000, 1_000];
const MB = 1024 * 1024;
/** Bytes left, at which that is said. */
const SIZE_LEFT_SAID = [8 * MB, 3 * MB];

/** How much a drawing holds: strokes, and bytes of them. */
export interface Fill {
  readonly strokes: number;
  readonly bytes: number;
}

/** What is said when a drawing comes close to its limits: nothing, or a sentence for each. */
export function limitWords(before: Fill, now: Fill): string[] {
  const words: string[] = [];
  const left = STROKES_MAX - now.strokes;
  if (LEFT_SAID.some((mark) => left <= mark && STROKES_MAX - before.strokes > mark)) {
    words.push(`${left.toLocaleString('en-SG')} strokes are left on this drawing.`);
  }
  const passes = (mark: number) =>
    STROKES_SIZE_MAX - now.bytes <= mark && STROKES_SIZE_MAX - before.bytes > mark;
  const near = SIZE_LEFT_SAID.find(passes);
  if (near) words.push(`This drawing is nearly full: there is room for about ${near / MB} MB more.`);
  return words;
}

/** What is said of a step whose strokes were erased elsewhere. */
export function missingWords(verb: 'undo' | 'redo', missing: number, all: number): string {
  if (missing === all) {
    return `Nothing to ${verb} there: ${all === 1 ? 'that stroke is' : 'those strokes are'} no longer on the drawing.`;
  }
  return `${missing} of ${all} strokes were no longer on the drawing; the others were ${verb === 'undo' ? 'undone' : 'redone'}.`;
}
