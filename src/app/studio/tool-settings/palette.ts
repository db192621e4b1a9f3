/** What lies beside the canvas: tools, colours and widths. Their names are in the catalogue, by the names here. */
import type { EraserTip, ToolName } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import type { StudioIconName } from '../controls/StudioIcon.tsx';

export interface ToolChoice {
  readonly tool: ToolName;
  /** The key that picks it. */
  readonly key: string;
  readonly icon: StudioIconName;
  /** What it does is said of it too. */
  readonly hint?: keyof typeof words.hints;
}

export const TOOLS: readonly ToolChoice[] = [
  { tool: 'pen', key: 'P', icon: 'pen' },
  { tool: 'marker', key: 'M', icon: 'marker', hint: 'marker' },
  { tool: 'eraser', key: 'E', icon: 'eraser' },
  { tool: 'lasso', key: 'L', icon: 'lasso', hint: 'lasso' },
  { tool: 'hand', key: 'H', icon: 'hand' },
];

export interface ColorChoice {
  readonly name: keyof typeof words.colors;
  /** As strokes store it; the same on every screen. */
  readonly color: string;
}

/** What a tool draws in: a marker has its own. */
export interface Palette {
  readonly colors: readonly [ColorChoice, ...ColorChoice[]];
  readonly sizes: readonly [SizeChoice, ...SizeChoice[]];
}

/** Made to be told apart on the drawing paper, also by people who see few colours: they differ in lightness. */
const COLORS: Palette['colors'] = [
  { name: 'ink', color: '#1f1b16' },
  { name: 'graphite', color: '#77716a' },
  { name: 'blue', color: '#1f4fae' },
  { name: 'brick', color: '#bf3b2b' },
  { name: 'leaf', color: '#3d7a3f' },
  { name: 'ochre', color: '#d2962a' },
];

export interface SizeChoice {
  readonly name: keyof typeof words.sizes;
  /** Drawing units. */
  readonly size: number;
}

const SIZES: Palette['sizes'] = [
  { name: 'fine', size: 2 },
  { name: 'medium', size: 4 },
  { name: 'broad', size: 9 },
  { name: 'brush', size: 20 },
];

/** Bright, since they are seen through. */
const MARKER_COLORS: Palette['colors'] = [
  { name: 'sun', color: '#f5c400' },
  { name: 'orange', color: '#f08a24' },
  { name: 'pink', color: '#e8559b' },
  { name: 'green', color: '#3fae5a' },
  { name: 'sky', color: '#2f97e0' },
  { name: 'stone', color: '#8b857c' },
];

const MARKER_SIZES: Palette['sizes'] = [
  { name: 'fine', size: 10 },
  { name: 'medium', size: 18 },
  { name: 'broad', size: 30 },
  { name: 'brush', size: 48 },
];

export const PALETTES: Readonly<Record<'pen' | 'marker', Palette>> = {
  pen: { colors: COLORS, sizes: SIZES },
  marker: { colors: MARKER_COLORS, sizes: MARKER_SIZES },
};

type EraserMode = EraserTip['mode'];

/** A hand that erases means what it touches: whole strokes are asked for. */
export const ERASER_MODES: readonly [EraserMode, ...EraserMode[]] = ['part', 'whole'];

/** CSS px across. */
export const ERASER_SIZES: Palette['sizes'] = [
  { name: 'small', size: 6 },
  { name: 'medium', size: 12 },
  { name: 'large', size: 28 },
  { name: 'huge', size: 60 },
];

/** The name of a colour; one that has none is called by its number. */
export function colorName(color: string, { colors }: Palette): string {
  const known = colors.find((one) => one.color === color);
  return known ? words.colors[known.name] : color;
}

export function sizeName(size: number, { sizes }: Pick<Palette, 'sizes'>): string {
  const known = sizes.find((one) => one.size === size);
  return known ? words.sizes[known.name] : words.wide(size);
}

/** The neighbour of `current` in the list, `by` places on; stays at the ends. */
export function neighbour<T>(list: readonly [T, ...T[]], is: (one: T) => boolean, by: number): T {
  const at = list.findIndex(is);
  return list[Math.min(list.length - 1, Math.max(0, at + by))] ?? list[0];
}

/** The next one, the first after the last. */
export function following<T>(list: readonly [T, ...T[]], is: (one: T) => boolean, by: number): T {
  const at = list.findIndex(is);
  return list[(at + by + list.length) % list.length] ?? list[0];
}
