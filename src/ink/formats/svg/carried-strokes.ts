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
import type { Tally } from '../common/left-out.ts';
import { ALL_STROKES_MAX } from '../common/limits.ts';
import type { OnProgress } from '../common/progress.ts';
import { Refused } from '../common/refused.ts';
import { scanJson } from '../json/json-scan.ts';
import { checkHarmless } from './read-svg.ts';
import { svgParts } from './write-svg.ts';
import { readingXml, readingXmlPart, readXml, type XmlSink } from './xml.ts';

/** The element, and its attributes: the sum, and the name of the copy. */
const CARRIER = 'metadata';
const SUM = 'data-strokes';
const NAME = 'data-copy';

/** Declarations of prefixes, which say nothing of what is drawn. Browsers add them. */
const DECLARATION = /^xmlns(?::|$)/;

/**
 * A sum over all that an SVG draws, before and behind the strokes that it carries: its elements with all their
 * attributes, and texts. A browser that writes the same elements again changes nothing of it: white space, quotes and the
 * order of attributes do not count. FNV-1a with 32 bits.
 */
class Drawn implements XmlSink {
  #sum = 0x811c9dc5;
  /** Elements that are open within the one with the strokes, itself included. */
  #within = 0;
  /** The attributes of the element with the strokes, and what it holds. */
  carrier: ReadonlyMap<string, string> | undefined;
  carried = '';
  /** The first element. */
  root: string | undefined;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.root ??= name;
    checkHarmless(name.slice(name.indexOf(':') + 1), attributes);
    if (name === CARRIER && attributes.has(SUM) && !this.carrier) {
      this.carrier = attributes;
      this.#within = 1;
      return;
    }
    if (this.#within > 0) this.#within += 1;
    this.#add(name);
    for (const key of [...attributes.keys()].sort()) {
      if (!DECLARATION.test(key)) this.#add(`${key}=${plain(attributes.get(key)!)}`);
    }
  }

  close(): void {
    if (this.#within > 0) this.#within -= 1;
    else this.#add('/');
  }

  text(raw: string): void {
    if (this.#within > 0) this.carried += raw;
    else if (raw.trim() !== '') this.#add(plain(raw));
  }

  get sum(): string {
    return (this.#sum >>> 0).toString(16);
  }

  /** True if another program has changed nothing. */
  get isUnchanged(): boolean {
    return this.root === 'svg' && this.carrier?.get(SUM) === this.sum;
  }

  #add(text: string): void {
    let sum = this.#sum;
    for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
    this.#sum = Math.imul(sum ^ 0x0a, 0x01000193);
  }
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/**
 * The strokes as SVG that carries them, in parts, about two for each stroke, so that the caller can pause between them.
 * @param area shown, drawing units
 * @param name of the copy: letters, digits and `-`, at most 64
 */
export function* carryingParts(strokes: readonly Stroke[], area: Bounds, name: string): Generator<string> {
  const drawn = new Drawn();
  const open: string[] = [];
  let last = '';
  for (const part of svgParts(strokes, { title: '', paper: undefined, area })) {
    for (const _ of readingXmlPart(part, open, drawn));
    yield last;
    last = part;
  }
  const end = last.lastIndexOf('</svg>');
  yield `${last.slice(0, end)}<${CARRIER} ${SUM}="${drawn.sum}" ${NAME}="${name}">[`;
  let isFirst = true;
  for (const stroke of strokes) {
    yield `${isFirst ? '' : ','}\n${strokeJson(stroke)}`;
    isFirst = false;
  }
  yield `\n]</${CARRIER}>\n${last.slice(end)}`;
}

/**
 * Returns the name of the copy, if the SVG carries strokes and another program has changed nothing. In steps, so that the
 * caller can pause between them: 20,000 strokes take 300 ms.
 */
export function* namingCopy(text: string): Generator<number, string | undefined> {
  if (!text.includes(SUM)) return undefined;
  const drawn = new Drawn();
  try {
    yield* readingXml(text, drawn);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
  return drawn.isUnchanged ? drawn.carrier?.get(NAME) : undefined;
}

/**
 * Adds the strokes that the SVG carries, unchanged. Adds nothing and returns false if it carries none, if the drawing was
 * changed, or if they are damaged, which it counts.
 * @throws Refused if there are too many, or for what any SVG is refused
 */
export function readCarried(
  text: string,
  gathering: Gathering,
  tally: Tally,
  onProgress: OnProgress,
): boolean {
  if (!text.includes(SUM)) return false;
  const drawn = new Drawn();
  readXml(text, drawn);
  if (!drawn.isUnchanged) return false;
  const damaged = (): false => {
    tally.add('carried');
    return false;
  };
  const strokes = parsed(drawn.carried);
  if (!strokes) return damaged();
  if (strokes.length === 0) return false;
  if (strokes.length > ALL_STROKES_MAX) {
    throw new Refused({ code: 'too_many', what: 'strokes', most: ALL_STROKES_MAX });
  }
  const sound: Stroke[] = [];
  for (const [i, stroke] of strokes.entries()) {
    if (!checkStroke(stroke, '', [])) return damaged();
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
