/** Reads our own JSON: a drawing as the API accepts or returns it. */
import { type GivenDates, readDate } from '../../../core/drawing/dates.ts';
import { checkStroke } from '../../../core/drawing/guard.ts';
import { LAYERS_MAX } from '../../../core/drawing/limits.ts';
import { checkMembers } from '../../../core/drawing/members/member-kinds.ts';
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import { isObject } from '../../../core/drawing/problems.ts';
import type { OptionalMembers, Problem } from '../../../core/drawing/types.ts';
import type { Gathering } from '../common/gather.ts';
import type { Tally } from '../common/left-out.ts';
import { ALL_STROKES_MAX } from '../common/limits.ts';
import type { OnProgress } from '../common/progress.ts';
import { Refused } from '../common/refused.ts';

interface DrawingFile {
  readonly title?: unknown;
  readonly strokes: readonly unknown[];
  readonly paper?: unknown;
  readonly layers?: unknown;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
}

export function isDrawing(value: unknown): value is DrawingFile {
  return isObject(value) && Array.isArray(value.strokes);
}

/**
 * Adds the strokes unchanged, to the last digit, and returns the title.
 * @throws Refused
 */
export function readDrawing(
  { title, strokes }: DrawingFile,
  gathering: Gathering,
  onProgress: OnProgress,
): string | undefined {
  if (title !== undefined && typeof title !== 'string') throw new Refused({ code: 'damaged', at: 'title' });
  if (strokes.length > ALL_STROKES_MAX) {
    throw new Refused({ code: 'too_many', what: 'strokes', most: ALL_STROKES_MAX });
  }
  for (const [i, stroke] of strokes.entries()) {
    const problems: Problem[] = [];
    const at = `strokes/${i}`;
    if (!checkStroke(stroke, at, problems)) {
      throw new Refused({ code: 'damaged', at: problems[0]?.path ?? at });
    }
    gathering.count(stroke.points.length);
    gathering.strokes.push(stroke);
    if (i % 500 === 0) onProgress(i / strokes.length);
  }
  return title;
}

/**
 * The paper and layers of the drawing, as far as the file names them.
 * @throws Refused for something else: the drawing would look different
 */
export function membersOf(file: DrawingFile): OptionalMembers {
  if (Array.isArray(file.layers) && file.layers.length > LAYERS_MAX) {
    throw new Refused({ code: 'too_many', what: 'layers', most: LAYERS_MAX });
  }
  const problems: Problem[] = [];
  if (checkMembers(file, problems)) return optionalMembers(file);
  throw new Refused({ code: 'damaged', at: problems[0]?.path.slice(1) ?? '' });
}

/**
 * When the drawing was made and changed, as far as the file says. An impossible date is left out and counted.
 */
export function datesOf({ createdAt, updatedAt }: DrawingFile, tally: Tally): GivenDates {
  const read = (value: unknown) => {
    const date = readDate(value);
    if (date === undefined && value !== undefined) tally.add('date');
    return date;
  };
  const dates = { createdAt: read(createdAt), updatedAt: read(updatedAt) };
  const isReversed =
    dates.createdAt !== undefined && dates.updatedAt !== undefined && dates.createdAt > dates.updatedAt;
  if (!isReversed) return dates;
  // A drawing cannot be changed before it is made. Lists are sorted by the change, so that date stays.
  tally.add('date');
  return { updatedAt: dates.updatedAt };
}
