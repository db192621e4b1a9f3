/** Reads any file that a drawing can come from. The format is recognised by the content, not by the name. */
import type { GivenDates } from '../../core/drawing/dates.ts';
import { TITLE_MAX } from '../../core/drawing/limits.ts';
import { isObject } from '../../core/drawing/problems.ts';
import { textProblem } from '../../core/drawing/text.ts';
import type { OptionalMembers, Stroke } from '../../core/drawing/types.ts';
import { Gathering } from './common/gather.ts';
import { type LeftOut, Tally } from './common/left-out.ts';
import type { OnProgress } from './common/progress.ts';
import { Refused } from './common/refused.ts';
import { isExcalidraw, readExcalidraw } from './excalidraw/read-excalidraw.ts';
import { parseJson } from './json/json-scan.ts';
import { datesOf, isDrawing, membersOf, readDrawing } from './json/read-json.ts';
import { readCarried } from './svg/carried-strokes.ts';
import { readSvg } from './svg/read-svg.ts';

/** What was read from a file for one drawing. */
export interface Reading {
  /** The title in the file; undefined if there is none. */
  readonly title: string | undefined;
  readonly members: OptionalMembers;
  readonly strokes: readonly Stroke[];
  readonly dates: GivenDates;
  readonly leftOut: LeftOut;
}

/**
 * @param text the whole file
 * @throws Refused
 */
export function readText(text: string, onProgress: OnProgress = () => {}): Reading {
  const start = text
    .slice(0, 64)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const tally = new Tally();
  const gathering = new Gathering();
  const {
    title,
    members = gathering.layers.length > 0 ? { layers: gathering.layers } : {},
    dates = {},
  }: Head = start.startsWith('<')
    ? { title: readAnySvg(text, gathering, tally, onProgress) }
    : readJson(text.replace(/^\uFEFF/, ''), start, gathering, tally, onProgress);
  if (gathering.strokes.length === 0) {
    const hasOthers = Object.keys(tally.counts).length > 0;
    throw new Refused({ code: hasOthers ? 'no_lines' : 'no_strokes' });
  }
  return { title: usableTitle(title), members, strokes: gathering.strokes, dates, leftOut: tally.counts };
}

/** What a file says about a drawing besides its strokes. */
interface Head {
  readonly title: string | undefined;
  readonly members?: OptionalMembers;
  readonly dates?: GivenDates;
}

function readAnySvg(
  text: string,
  gathering: Gathering,
  tally: Tally,
  onProgress: OnProgress,
): string | undefined {
  if (readCarried(text, gathering, tally, onProgress)) return undefined;
  return readSvg(text, gathering, tally, onProgress);
}

function readJson(
  text: string,
  start: string,
  gathering: Gathering,
  tally: Tally,
  onProgress: OnProgress,
): Head {
  if (start.startsWith('PK')) throw new Refused({ code: 'zip' });
  if (/^(?:\uFFFD?PNG|GIF8|\uFFFD{2,}|RIFF|%PDF)/.test(start)) {
    throw new Refused({ code: 'picture' });
  }
  if (!/^[[{]/.test(start)) throw new Refused({ code: 'unknown' });
  const value = parseJson(text);
  if (isExcalidraw(value)) return { title: readExcalidraw(value, gathering, tally, onProgress) };
  if (isDrawing(value)) {
    const title = readDrawing(value, gathering, onProgress);
    return { title, members: membersOf(value), dates: datesOf(value, tally) };
  }
  const isNamed = isObject(value) && typeof value.type === 'string';
  throw new Refused({ code: isNamed ? 'other_program' : 'other_json' });
}

/** The title, cut to the length that a drawing may have. */
function usableTitle(title: string | undefined): string | undefined {
  const plain = title?.replace(/\s+/g, ' ').trim();
  if (!plain || textProblem(plain) !== undefined) return undefined;
  return [...plain].slice(0, TITLE_MAX).join('');
}
