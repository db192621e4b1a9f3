/**
 * SVG that carries its strokes. What a stroke looks like in SVG does not say how it was drawn: with pressure it is an
 * outline. So an SVG for the clipboard has the strokes as JSON too, in a `metadata` element at its end, and comes back
 * unchanged. Other programs show the drawing and leave the rest alone.
 *
 * The element has a sum over everything that was drawn. If another program has changed the drawing, the sum differs, and
 * the drawing is read as any SVG.
 */
import { checkStroke } from '../../../core/drawing/guard.ts';
import { strokeJson } from '../../../core/drawing/strokes/stroke-json.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Bounds } from '../../geometry/bounds.ts';
import type { Gathering } from '../common/gather.ts';
import { ALL_STROKES_MAX } from '../common/limits.ts';
import type { OnProgress } from '../common/progress.ts';
import { Refused } from '../common/refused.ts';
import { scanJson } from '../json/json-scan.ts';
import { svgParts } from './write-svg.ts';

/** Attributes of the element: the sum, and the name of the copy. */
const SUM = 'data-strokes';
const NAME = 'data-copy';
const OPENING = new RegExp(`<metadata(?=\\s[^<>]*\\s?${SUM}="([0-9a-f]{1,8})")[^<>]*>`);
const NAMED = new RegExp(`\\s${NAME}="([0-9a-zA-Z-]{1,64})"`);
const CLOSING = '</metadata>';
/** Attributes that say what is drawn, and where. */
const DRAWN = /\s(?:d|transform|fill|stroke|stroke-width)="([^"]*)"/g;

/** A sum of texts, added one after the other: FNV-1a with 32 bits. */
class Sum {
  #sum = 0x811c9dc5;

  add(text: string): void {
    let sum = this.#sum;
    for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
    this.#sum = sum;
  }

  /** Adds what the elements in this part of an SVG draw. */
  addDrawn(part: string): void {
    for (const [, value = ''] of part.matchAll(DRAWN)) this.add(`${value}\n`);
  }

  get hex(): string {
    return (this.#sum >>> 0).toString(16);
  }
}

/**
 * The strokes as SVG that carries them, in parts, about two for each stroke, so that the caller can pause between them.
 * @param area shown, drawing units
 * @param name of the copy: letters, digits and `-`, at most 64
 */
export function* carryingParts(strokes: readonly Stroke[], area: Bounds, name: string): Generator<string> {
  const sum = new Sum();
  let last = '';
  for (const part of svgParts(strokes, { title: '', paper: undefined, area })) {
    sum.addDrawn(part);
    yield last;
    last = part;
  }
  const end = last.lastIndexOf('</svg>');
  yield `${last.slice(0, end)}<metadata ${SUM}="${sum.hex}" ${NAME}="${name}">[`;
  let isFirst = true;
  for (const stroke of strokes) {
    yield `${isFirst ? '' : ','}\n${strokeJson(stroke)}`;
    isFirst = false;
  }
  yield `\n]${CLOSING}\n${last.slice(end)}`;
}

/** The name of the copy, if the SVG carries strokes. */
export function nameOfCopy(text: string): string | undefined {
  const opening = OPENING.exec(text)?.[0];
  return opening && NAMED.exec(opening)?.[1];
}

/**
 * Adds the strokes that the SVG carries, unchanged. Adds nothing and returns false if it carries none, if they are
 * damaged, or if the drawing was changed.
 * @throws Refused if there are too many
 */
export function readCarried(text: string, gathering: Gathering, onProgress: OnProgress): boolean {
  const opening = OPENING.exec(text);
  if (!opening) return false;
  const start = opening.index + opening[0].length;
  const end = text.indexOf(CLOSING, start);
  if (end < 0) return false;
  const sum = new Sum();
  sum.addDrawn(text.slice(0, opening.index));
  if (sum.hex !== opening[1]) return false;
  const strokes = parsed(text.slice(start, end));
  if (!strokes || strokes.length === 0) return false;
  if (strokes.length > ALL_STROKES_MAX) {
    throw new Refused({ code: 'too_many', what: 'strokes', most: ALL_STROKES_MAX });
  }
  const sound: Stroke[] = [];
  for (const [i, stroke] of strokes.entries()) {
    if (!checkStroke(stroke, '', [])) return false;
    sound.push(stroke);
    if (i % 500 === 0) onProgress(i / strokes.length);
  }
  for (const stroke of sound) gathering.count(stroke.points.length);
  for (const stroke of sound) gathering.strokes.push(stroke);
  return true;
}

/** @throws Refused if it is nested too deep or has too many values */
function parsed(json: string): readonly unknown[] | undefined {
  scanJson(json);
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
