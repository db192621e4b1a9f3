/** The text that goes with the figures of drawings. A title is a person's own text: it is quoted as data. */
import { ONE_LAYER, sameLayers } from '../../../src/core/drawing/members/layers.ts';
import { STEP, WHITE } from '../../../src/core/drawing/members/paper.ts';
import type { Drawing, DrawingEntry, Layer, Paper, Underlay } from '../../../src/core/drawing/types.ts';
import { POINTS_SHOWN, type Summary, type Tally } from './draw-summary.ts';

type ListEntry = Omit<DrawingEntry, 'thumb'>;

const strokesOf = (n: number) => (n === 1 ? '1 stroke' : `${n} strokes`);

/**
 * In quotation marks, without characters that could end the quotation or the line. Those that change the direction of
 * writing are escaped: they would turn what is said around the text.
 */
export function quoted(title: string): string {
  if (title === '') return 'Untitled';
  return JSON.stringify(title)
    .replace(/[\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function listText(drawings: readonly ListEntry[], trashed: boolean, next: string | null): string {
  if (drawings.length === 0) return trashed ? 'There are none in the trash.' : 'There are none.';
  const lines = drawings.map(
    ({ id, rev, title, strokeCount, updatedAt }) =>
      `- ${quoted(title)}: id ${id}, rev ${rev}, ${strokesOf(strokeCount)}, changed ${updatedAt}`,
  );
  const more = next === null ? 'These are the last.' : `There are more: call again with cursor ${next}`;
  return [`${trashed ? 'In the trash' : 'Drawings'}, the newest change first:`, ...lines, more].join('\n');
}

export interface DrawingSummary {
  readonly drawing: Omit<Drawing, 'strokes'>;
  readonly summary: Summary;
  /** Undefined if no strokes were requested. */
  readonly given: { readonly from: number; readonly count: number } | undefined;
}

export function drawingText({ drawing, summary, given }: DrawingSummary): string {
  const {
    id,
    rev,
    title,
    paper = WHITE,
    layers = ONE_LAYER,
    underlay,
    trashed,
    createdAt,
    updatedAt,
    thumb,
  } = drawing;
  const { count } = summary;
  const { bounds, tools, colors, count: seen } = summary.seen(layers);
  const hidden = count - seen;
  const size =
    bounds === null
      ? hidden > 0
        ? 'Nothing of it can be seen: all its strokes are on hidden layers.'
        : 'Nothing is drawn in it.'
      : `Bounds${hidden > 0 ? ' of what can be seen' : ''}: x ${round(bounds.minX)} to ${round(bounds.maxX)}, y ${round(bounds.minY)} to ${round(bounds.maxY)} (drawing units).`;
  return [
    `${quoted(title)}: id ${id}, rev ${rev}, ${strokesOf(count)}${hidden > 0 ? ` (${hidden} on hidden layers)` : ''}${trashed ? ', IN THE TRASH' : ''}.`,
    `Created ${createdAt}, changed ${updatedAt}. On ${paperText(paper)}.`,
    ...(sameLayers(layers, ONE_LAYER) ? [] : [layersText(layers, summary.strokesOn(layers))]),
    ...(underlay ? [underlayText(underlay)] : []),
    size,
    ...(bounds === null ? [] : [`Tools: ${tallyText(tools)}. Colours: ${tallyText(colors)}.`]),
    thumb === ''
      ? 'No thumbnail is stored, so there is no image.'
      : 'The image is its stored thumbnail; a drawing may have changed since it was made.',
    strokesText(count, given),
  ].join('\n');
}

function paperText({ color, pattern, step = STEP, guide = [] }: Paper): string {
  return [
    `paper of ${color}`,
    ...(pattern ? [`with a pattern (${pattern}, step ${step})`] : []),
    ...guide.map(([x, y]) => `a vanishing point at ${round(x)}, ${round(y)}`),
  ].join(', ');
}

/** The photo itself is not given: a person takes it to draw from, not to pass it on. */
function underlayText({ width, height, visible }: Underlay): string {
  return `A photo to draw from lies under it (${width} x ${height} px${visible ? '' : ', hidden'}); it is not given here.`;
}

function layersText(layers: readonly Layer[], strokes: readonly number[]): string {
  const texts = layers.map((layer, index) => layerText(layer, strokes[index] ?? 0));
  return `Layers, the lowest first: ${texts.join('; ')}.`;
}

/** A name is a person's own text, like a title. */
function layerText({ id, name, opacity, visible, locked, blend }: Layer, strokes: number): string {
  const traits = [
    strokesOf(strokes),
    ...(visible ? [] : ['hidden']),
    ...(locked ? ['locked'] : []),
    ...(blend ? [blend] : []),
    ...(opacity < 1 ? [`opacity ${percent(opacity)}`] : []),
  ];
  return [`${name === '' ? 'unnamed' : quoted(name)} (id ${id})`, ...traits].join(', ');
}

/** What is little is not none, and what is nearly all is not all. */
function percent(part: number): string {
  const rounded = Math.round(part * 100);
  if (rounded === 0 && part > 0) return '<1 %';
  return rounded === 100 && part < 1 ? '>99 %' : `${rounded} %`;
}

function strokesText(total: number, given: DrawingSummary['given']): string {
  if (total === 0) return 'There are no strokes to give.';
  if (given === undefined)
    return `Its strokes are left out (${total}); ask with strokes: 20 if they are needed.`;
  const { from, count } = given;
  const left = total - count;
  if (left === 0) return `All strokes are in the structured result.`;
  if (count > 0) {
    const next = from + count < total ? ` Go on with from: ${from + count}.` : '';
    return `Strokes ${from} to ${from + count - 1} are in the structured result; ${left} are left out.${next}`;
  }
  if (from >= total) return `There is no stroke ${from}: the last is ${total - 1}. All ${left} are left out.`;
  return `Stroke ${from} alone has more than ${POINTS_SHOWN} points and is too large to give. All ${left} are left out. Go on with from: ${from + 1}.`;
}

function tallyText({ top, more }: Tally): string {
  const text = top.map(([value, strokes]) => `${value} (${strokes})`).join(', ');
  return more === 0 ? text : `${text}, and ${more} more`;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
