/** The tools, colours and sizes. Their words are in the catalogue under the names used here. */
import type { EraserTip, ToolName } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import type { StudioIconName } from '../controls/StudioIcon.tsx';

export interface ToolChoice {
  readonly tool: ToolName;
  /** The key that chooses the tool. */
  readonly key: string;
  readonly icon: StudioIconName;
  /** Key of a description in the catalogue. */
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
  /** `#rrggbb`, as in strokes. */
  readonly color: string;
}

/** Colours and sizes of a tool. */
export interface Palette {
  readonly colors: readonly [ColorChoice, ...ColorChoice[]];
  readonly sizes: readonly [SizeChoice, ...SizeChoice[]];
}

/** The colours of the pen. They differ in lightness, so that colour-blind people can tell them apart. */
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

/** The colours of the marker: bright, because they are translucent. */
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

/** The modes of the eraser. The first is the default: it erases only what it touches. */
export const ERASER_MODES: readonly [EraserMode, ...EraserMode[]] = ['part', 'whole'];

/** Diameters of the eraser, CSS px. */
export const ERASER_SIZES: Palette['sizes'] = [
  { name: 'small', size: 6 },
  { name: 'medium', size: 12 },
  { name: 'large', size: 28 },
  { name: 'huge', size: 60 },
];

/** The name of a colour, or its code if it has none. */
export function colorName(color: string, { colors }: Palette): string {
  const known = colors.find((one) => one.color === color);
  return known ? words.colors[known.name] : color;
}

export function sizeName(size: number, { sizes }: Pick<Palette, 'sizes'>): string {
  const known = sizes.find((one) => one.size === size);
  return known ? words.sizes[known.name] : words.wide(size);
}

/** The item `by` places after the current one, at most the last or first. `is` finds the current one. */
export function neighbour<T>(list: readonly [T, ...T[]], is: (one: T) => boolean, by: number): T {
  const at = list.findIndex(is);
  return list[Math.min(list.length - 1, Math.max(0, at + by))] ?? list[0];
}

/** The item `by` places after the current one, starting again after the last. `is` finds the current one. */
export function following<T>(list: readonly [T, ...T[]], is: (one: T) => boolean, by: number): T {
  const at = list.findIndex(is);
  return list[(at + by + list.length) % list.length] ?? list[0];
}
