/**
 * Reads SVG as strokes: paths, lines and outlines with their colour and width, through all transforms around
 * them. Shapes that are only filled are no strokes, and are counted as left out. Files that would run or fetch
 * something in a browser are refused, although nothing here could: they are read as text (xml.ts).
 */
import { AT_MAX } from '../../../core/drawing/limits.ts';
import type { Point } from '../../../core/drawing/types.ts';
import type { Brush } from '../../brush/brush.ts';
import { brushOf } from '../../brush/brushes.ts';
import { marker } from '../../brush/kinds/marker.ts';
import { pen } from '../../brush/kinds/pen.ts';
import { colorOf } from '../common/colors.ts';
import { type Gathering, withoutRepeats } from '../common/gather.ts';
import type { Kind, Tally } from '../common/left-out.ts';
import type { OnProgress } from '../common/progress.ts';
import { Refused } from '../common/refused.ts';
import { LAYER_MARK, layerOfGroup, withinLayer } from './layer-groups.ts';
import { IDENTITY, type Matrix, meanScale, movedBy, multiply, parseTransform, scaledBy } from './matrix.ts';
import { parsePath } from './path-data.ts';
import { shapePath } from './svg-shapes.ts';
import {
  type Declarations,
  INITIAL_STYLE,
  isOutside,
  lengthOf,
  parseRules,
  type Style,
  styleOf,
} from './svg-style.ts';
import {
  AT_MARK,
  BENDS_MARK,
  OPACITY_MARK,
  ORDER_MARK,
  PAPER_MARK,
  TEXTURE_ID,
  TONE_MARK,
  TOOL_MARK,
} from './write-svg.ts';
import { decodeEntities, readXml, type XmlSink } from './xml.ts';

const GROUPS = new Set(['svg', 'g', 'a', 'switch']);
const SHAPES = new Set(['path', 'line', 'polyline', 'polygon', 'rect', 'circle', 'ellipse']);
/** Elements that are never rendered in place. */
const HIDDEN = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'linearGradient',
  'radialGradient',
  'filter',
  'metadata',
  'desc',
  'title',
  'style',
  'namedview',
  'perspective',
]);
const NAMED: Readonly<Record<string, Kind>> = {
  text: 'text',
  image: 'image',
  use: 'reuse',
  foreignObject: 'embed',
  iframe: 'embed',
  video: 'media',
  audio: 'media',
  animate: 'animation',
  animateMotion: 'animation',
  animateTransform: 'animation',
  animateColor: 'animation',
  set: 'animation',
};
/** Effects by attribute. */
const EFFECTS = ['mask', 'clip-path', 'filter'];
const LINKS = /^(?:xlink:)?href$|^src$/;

interface Level {
  readonly matrix: Matrix;
  readonly style: Style;
  /** Id of the layer whose group is around; undefined outside of all. */
  readonly layer: string | undefined;
  /** True inside an element that is not rendered, or that was counted as a whole. */
  readonly skipped: boolean;
}

/**
 * Adds the file's strokes to `gathering` and returns its title, if it has one.
 * @throws Refused
 */
export function readSvg(
  text: string,
  gathering: Gathering,
  tally: Tally,
  onProgress: OnProgress,
): string | undefined {
  const reader = new SvgReader(gathering, tally, rulesOf(text));
  readXml(text, reader, (at) => onProgress(at / text.length));
  if (!reader.seen) throw new Refused({ code: 'no_svg' });
  gathering.putInDrawnOrder();
  return reader.title;
}

/** The rules of all `<style>` elements. They may be anywhere, and also apply to elements before them. */
function rulesOf(text: string): Map<string, Declarations> {
  const sheets: string[] = [];
  for (let at = text.indexOf('<style'); at >= 0; at = text.indexOf('<style', at + 1)) {
    const start = text.indexOf('>', at) + 1;
    const end = text.indexOf('</style', start);
    if (start === 0 || end < 0) break;
    sheets.push(text.slice(start, end).replaceAll('<![CDATA[', ' ').replaceAll(']]>', ' '));
    at = end;
  }
  return parseRules(sheets.join('\n'));
}

function isLayer(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return name === 'g' && attributes.has(LAYER_MARK);
}

class SvgReader implements XmlSink {
  seen = false;
  title: string | undefined;
  readonly #gathering: Gathering;
  readonly #tally: Tally;
  readonly #rules: Map<string, Declarations>;
  readonly #levels: Level[] = [{ matrix: IDENTITY, style: INITIAL_STYLE, layer: undefined, skipped: false }];
  #inTitle = false;

  constructor(gathering: Gathering, tally: Tally, rules: Map<string, Declarations>) {
    this.#gathering = gathering;
    this.#tally = tally;
    this.#rules = rules;
  }

  open(written: string, attributes: ReadonlyMap<string, string>): void {
    const name = written.slice(written.indexOf(':') + 1);
    checkHarmless(name, attributes);
    const around = this.#levels.at(-1)!;
    if (!this.seen && name !== 'svg') throw new Refused({ code: 'no_svg' });
    const root = !this.seen;
    this.seen = true;
    this.#inTitle = name === 'title' && this.#levels.length === 2;
    if (around.skipped || HIDDEN.has(name) || attributes.has(PAPER_MARK)) {
      this.#levels.push({ ...around, skipped: true });
      return;
    }
    const isDrawn = GROUPS.has(name) || SHAPES.has(name);
    if (!isDrawn) this.#tally.add(NAMED[name] ?? 'other');
    let gradients = 0;
    const own = styleOf(around.style, name, attributes, this.#rules, () => gradients++);
    const layer = around.layer ?? this.#layerOf(name, attributes, own);
    const isOther = layer === undefined && isLayer(name, attributes);
    // The strokes of a layer that finds no room are kept also if it was hidden.
    const shown = isOther ? { ...own, visible: around.style.visible } : own;
    const style = layer === around.layer ? shown : withinLayer(own);
    const matrix = multiply(around.matrix, matrixOf(name, attributes, root));
    if (style.visible && isDrawn) {
      for (const effect of EFFECTS) {
        const value = attributes.get(effect) ?? '';
        if (/url\(/.test(value) && !value.startsWith(`url(#${TEXTURE_ID}`)) this.#tally.add('effect');
      }
    }
    if (SHAPES.has(name) && style.visible)
      this.#draw(name, attributes, { matrix, style, layer, skipped: false }, gradients);
    this.#levels.push({ matrix, style, layer, skipped: !GROUPS.has(name) || !style.visible });
  }

  close(): void {
    this.#levels.pop();
    this.#inTitle = false;
  }

  text(raw: string): void {
    if (this.#inTitle) this.title = (this.title ?? '') + decodeEntities(raw);
  }

  /** The layer that begins with an element; undefined for any other, and for one that a drawing cannot have. */
  #layerOf(name: string, attributes: ReadonlyMap<string, string>, style: Style): string | undefined {
    if (!isLayer(name, attributes)) return undefined;
    const layer = layerOfGroup(attributes, style);
    if (this.#gathering.addLayer(layer)) return layer.id;
    this.#tally.add('layer');
    return undefined;
  }

  #draw(name: string, attributes: ReadonlyMap<string, string>, level: Level, gradients: number): void {
    const { matrix, style, layer } = level;
    const data = name === 'path' ? (attributes.get('d') ?? '') : shapePath(name, attributes);
    const alpha = style.stroke.alpha * style.strokeOpacity * style.opacity;
    const stroked = alpha > 0 && style.width > 0;
    const filled = style.fill.alpha > 0 && name !== 'line';
    const runs = parsePath(
      data,
      matrix,
      (points) => this.#gathering.count(points),
      attributes.has(BENDS_MARK),
    );
    if (runs.length === 0) return;
    if (filled) this.#tally.add('fill');
    if (!stroked) return;
    this.#tally.add('gradient', gradients);
    if (style.dashed) this.#tally.add('dash');
    const named = namedBrush(attributes.get(TOOL_MARK) ?? '');
    const brush = named ?? (style.multiplied ? marker : pen);
    const { opacity, at, tone } = marksOf(attributes);
    const order = wholeOf(attributes.get(ORDER_MARK), Number.MAX_SAFE_INTEGER);
    const own = alpha / ((opacity ?? 1) * (brush.svg.opacity ?? 1) * tone);
    const color =
      Math.abs(own - brush.opacity) < (opacity ? 1e-4 : 0.01)
        ? colorOf(style.stroke)
        : colorOf(style.stroke, Math.min(1, own) / style.stroke.alpha);
    const size = style.width * meanScale(matrix);
    for (const points of runs) {
      const kept: readonly Point[] = withoutRepeats(points);
      this.#gathering.add({ tool: brush.tool, color, size, points: kept, opacity, at, layer, order });
    }
  }
}

/** The brush that a path names, if it is one that we write. */
function namedBrush(tool: string): Brush | undefined {
  const brush = brushOf(tool);
  return brush.svg.named ? brush : undefined;
}

interface Marks {
  readonly opacity: number | undefined;
  readonly at: number | undefined;
  /** 1 without a mark. */
  readonly tone: number;
}

/** No tone is so high. */
const TONE_END = 10;

/** What a path says of its stroke, as far as a stroke may have it. */
function marksOf(attributes: ReadonlyMap<string, string>): Marks {
  const opacity = Number(attributes.get(OPACITY_MARK));
  const tone = Number(attributes.get(TONE_MARK));
  return {
    opacity: opacity > 0 && opacity <= 1 ? opacity : undefined,
    at: wholeOf(attributes.get(AT_MARK), AT_MAX),
    tone: tone > 0 && tone < TONE_END ? tone : 1,
  };
}

/** A whole number from 0 to `most`; undefined for anything else. */
function wholeOf(text: string | undefined, most: number): number | undefined {
  const value = Number(text ?? -1);
  return Number.isInteger(value) && value >= 0 && value <= most ? value : undefined;
}

/** @throws Refused for an element that would run or fetch something in a browser */
export function checkHarmless(name: string, attributes: ReadonlyMap<string, string>): void {
  if (/^script$/i.test(name)) throw new Refused({ code: 'script' });
  for (const [key, value] of attributes) {
    if (/^on/i.test(key)) throw new Refused({ code: 'script' });
    if (!LINKS.test(key)) continue;
    const to = value.replace(/[\s\p{Cc}]/gu, '');
    if (/^(?:javascript|vbscript):|^data:(?!image\/)/i.test(to)) {
      throw new Refused({ code: 'script' });
    }
    // Links are allowed: nothing follows them but a click.
    if (name !== 'a' && isOutside(to)) throw new Refused({ code: 'outside' });
  }
}

/** The transform of an element. For an `svg` it includes its position and view box. */
function matrixOf(name: string, attributes: ReadonlyMap<string, string>, root: boolean): Matrix {
  const transform = attributes.get('transform');
  const own = transform === undefined ? IDENTITY : parseTransform(transform);
  if (name !== 'svg') return own;
  const view =
    attributes
      .get('viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [left = 0, top = 0, width = 0, height = 0] = view;
  const wide = lengthOf(attributes.get('width'));
  const high = lengthOf(attributes.get('height'));
  const scales = [
    wide && width > 0 ? wide / width : undefined,
    high && height > 0 ? high / height : undefined,
  ];
  const known = scales.filter((scale) => scale !== undefined && scale > 0 && Number.isFinite(scale));
  const scale = known.length > 0 ? Math.min(...known.map((one) => one ?? 1)) : 1;
  const scaled = multiply(own, scaledBy(scale, scale));
  // The outermost `svg` keeps its coordinates: the paper is endless, so its corner has no better place.
  if (root) return scaled;
  const place = movedBy(lengthOf(attributes.get('x')) ?? 0, lengthOf(attributes.get('y')) ?? 0);
  return multiply(multiply(place, scaled), movedBy(-left, -top));
}
