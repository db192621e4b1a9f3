/**
 * How an SVG element is painted: by attributes, by `style`, and by `<style>` rules for one class, id or
 * element.
 */
import { type Paint, parseColor } from '../common/colors.ts';
import { Refused } from '../common/refused.ts';

/** Properties that children inherit, or that are multiplied on the way down. */
export interface Style {
  readonly stroke: Paint;
  readonly fill: Paint;
  /** In the element's own units. */
  readonly width: number;
  readonly strokeOpacity: number;
  /** The opacity of the element times that of all around it. */
  readonly opacity: number;
  readonly color: Paint;
  readonly visible: boolean;
  readonly dashed: boolean;
  readonly multiplied: boolean;
}

const BLACK: Paint = { hex: '#000000', alpha: 1 };

export const INITIAL_STYLE: Style = {
  stroke: { hex: '#000000', alpha: 0 },
  fill: BLACK,
  width: 1,
  strokeOpacity: 1,
  opacity: 1,
  color: BLACK,
  visible: true,
  dashed: false,
  multiplied: false,
};

/** The properties that are read, as attributes and in CSS. */
const READ = [
  'stroke',
  'fill',
  'stroke-width',
  'stroke-opacity',
  'opacity',
  'color',
  'display',
  'visibility',
  'stroke-dasharray',
  'mix-blend-mode',
];

export type Declarations = ReadonlyMap<string, string>;

/** Declarations by `.class`, `#id` and `element`. */
export type Rules = ReadonlyMap<string, Declarations>;

/**
 * Rules with one simple selector each; others are skipped. Braces are found by searching: a regular expression
 * would take quadratic time on a text made for it.
 * @throws Refused for CSS that loads something
 */
export function parseRules(css: string): Map<string, Declarations> {
  const rules = new Map<string, Declarations>();
  const plain = withoutComments(css);
  checkCss(plain);
  for (let at = 0; ; ) {
    const open = plain.indexOf('{', at);
    const close = plain.indexOf('}', open);
    if (open < 0 || close < 0) return rules;
    const declarations = parseDeclarations(plain.slice(open + 1, close));
    for (const selector of plain.slice(at, open).split(',')) {
      const name = selector.trim();
      if (/^[.#]?[-\w]+$/.test(name)) rules.set(name, new Map([...(rules.get(name) ?? []), ...declarations]));
    }
    at = close + 1;
  }
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const open = css.indexOf('/*', at);
    const close = open < 0 ? -1 : css.indexOf('*/', open + 2);
    if (close < 0) return [...parts, css.slice(at)].join(' ');
    parts.push(css.slice(at, open));
    at = close + 2;
  }
}

function parseDeclarations(css: string): Map<string, string> {
  checkCss(css);
  const declarations = new Map<string, string>();
  for (const one of css.split(';')) {
    const colon = one.indexOf(':');
    if (colon < 0) continue;
    const name = one.slice(0, colon).trim().toLowerCase();
    if (READ.includes(name))
      declarations.set(
        name,
        one
          .slice(colon + 1)
          .replace(/!\s*important\s*$/i, '')
          .trim(),
      );
  }
  return declarations;
}

/** @throws Refused for CSS that would fetch or run something */
function checkCss(css: string): void {
  // Escapes could hide either. Drawings contain none.
  const loads = /@import|\\|expression\s*\(|javascript:/i.test(css);
  const outside = [...css.matchAll(/url\(["'\s]*([^"')\s]*)/gi)].some(([, to = '']) => isOutside(to));
  if (loads || outside) throw new Refused({ code: 'outside' });
}

/** True if this address leads out of the file. */
export function isOutside(address: string): boolean {
  const to = address.trim();
  return to !== '' && !to.startsWith('#') && !/^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/i.test(to);
}

/** The style of an element within `around`. */
export function styleOf(
  around: Style,
  name: string,
  attributes: ReadonlyMap<string, string>,
  rules: Rules,
  onGradient: () => void,
): Style {
  const own = declarationsOf(name, attributes, rules);
  if (own.size === 0) return around;
  const color = paintOf(own.get('color'), around.color, around.color, () => {});
  const visibility = own.get('visibility');
  return {
    color,
    stroke: paintOf(own.get('stroke'), around.stroke, color, onGradient),
    fill: paintOf(own.get('fill'), around.fill, color, () => {}),
    width: lengthOf(own.get('stroke-width')) ?? around.width,
    strokeOpacity: portionOf(own.get('stroke-opacity')) ?? around.strokeOpacity,
    opacity: around.opacity * (portionOf(own.get('opacity')) ?? 1),
    visible:
      around.visible && own.get('display') !== 'none' && visibility !== 'hidden' && visibility !== 'collapse',
    dashed: dashOf(own.get('stroke-dasharray')) ?? around.dashed,
    multiplied: around.multiplied || own.get('mix-blend-mode') === 'multiply',
  };
}

/** In increasing weight: attributes, rules from the most general to the most specific, `style`. */
function declarationsOf(name: string, attributes: ReadonlyMap<string, string>, rules: Rules): Declarations {
  const own = new Map<string, string>();
  for (const property of READ) {
    const value = attributes.get(property);
    if (value === undefined) continue;
    checkCss(value);
    own.set(property, value.trim());
  }
  const id = attributes.get('id');
  const classes = attributes.get('class')?.split(/\s+/) ?? [];
  const selectors =
    rules.size === 0 ? [] : [name, ...classes.map((one) => `.${one}`), ...(id ? [`#${id}`] : [])];
  for (const selector of selectors)
    for (const [property, value] of rules.get(selector) ?? []) own.set(property, value);
  for (const [property, value] of parseDeclarations(attributes.get('style') ?? '')) own.set(property, value);
  return own;
}

function paintOf(text: string | undefined, around: Paint, current: Paint, onGradient: () => void): Paint {
  if (text === undefined || text === 'inherit') return around;
  if (/^currentcolor$/i.test(text)) return current;
  const server = /^url\([^)]*\)\s*(.*)$/i.exec(text);
  if (!server) return parseColor(text) ?? around;
  onGradient();
  return parseColor(server[1] ?? '') ?? BLACK;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
};

/** A length in CSS px; undefined for a percentage or a text that is no length. */
export function lengthOf(text: string | undefined): number | undefined {
  const match = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?) ?([a-z]*)$/i.exec(text?.trim() ?? '');
  const unit = UNITS[(match?.[2] ?? '-').toLowerCase()];
  const value = Number(match?.[1]) * (unit ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

function portionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return text !== '' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : undefined;
}

function dashOf(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : /[1-9]/.test(text);
}
