/** What is said while a drawing is open, in sentences for the person. */
import { STROKES_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { limitSize } from '../../words/format.ts';
import type { SaveNotice } from '../saving/save-queue.ts';

/** What a save tells; undefined when it need not be said. */
export function noticeWords(notice: SaveNotice): string | undefined {
  switch (notice) {
    case 'restored':
      return words.restored;
    case 'remade':
      return words.remade;
    case 'trashed':
      return words.trashedElsewhere;
    case 'deleted':
      return words.deletedElsewhere;
    case 'changed-elsewhere':
      return undefined;
  }
}

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
  const told: string[] = [];
  const left = STROKES_MAX - now.strokes;
  if (LEFT_SAID.some((mark) => left <= mark && STROKES_MAX - before.strokes > mark)) {
    told.push(words.strokesLeft(left));
  }
  const passes = (mark: number) =>
    STROKES_SIZE_MAX - now.bytes <= mark && STROKES_SIZE_MAX - before.bytes > mark;
  const near = SIZE_LEFT_SAID.find(passes);
  if (near) told.push(words.sizeLeft(limitSize(near)));
  return told;
}

/** What is said of a step whose strokes were erased elsewhere. */
export function missingWords(verb: 'undo' | 'redo', missing: number, all: number): string {
  if (missing === all) return verb === 'undo' ? words.undoneNone(all) : words.redoneNone(all);
  return verb === 'undo' ? words.undoneSome(missing, all) : words.redoneSome(missing, all);
}
