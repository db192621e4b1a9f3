/** What lies beside the canvas: tools, colours and widths. */
import type { EraserTip, ToolName } from '../../../ink/index.ts';
import type { StudioIconName } from '../controls/StudioIcon.tsx';

export interface ToolChoice {
  readonly tool: ToolName;
  readonly label: string;
  /** A few words more, for its tooltip and for those who do not see its icon. */
  readonly hint?: string;
  /** The key that picks it. */
  readonly key: string;
  readonly icon: StudioIconName;
}

export const TOOLS: readonly ToolChoice[] = [
  { tool: 'pen', label: 'Pen', key: 'P', icon: 'pen' },
  { tool: 'marker', label: 'Marker', hint: 'under the ink', key: 'M', icon: 'marker' },
  { tool: 'eraser', label: 'Eraser', key: 'E', icon: 'eraser' },
  { tool: 'lasso', label: 'Lasso', hint: 'select strokes', key: 'L', icon: 'lasso' },
  { tool: 'hand', label: 'Hand', key: 'H', icon: 'hand' },
];

export interface ColorChoice {
  readonly label: string;
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
  { label: 'Ink', color: '#1f1b16' },
  { label: 'Graphite', color: '#77716a' },
  { label: 'Blue', color: '#1f4fae' },
  { label: 'Brick', color: '#bf3b2b' },
  { label: 'Leaf', color: '#3d7a3f' },
  { label: 'Ochre', color: '#d2962a' },
];

export interface SizeChoice {
  readonly label: string;
  /** Drawing units. */
  readonly size: number;
}

const SIZES: Palette['sizes'] = [
  { label: 'Fine', size: 2 },
  { label: 'Medium', size: 4 },
  { label: 'Broad', size: 9 },
  { label: 'Brush', size: 20 },
];

/** Bright, since they are seen through. */
const MARKER_COLORS: Palette['colors'] = [
  { label: 'Sun', color: '#f5c400' },
  { label: 'Orange', color: '#f08a24' },
  { label: 'Pink', color: '#e8559b' },
  { label: 'Green', color: '#3fae5a' },
  { label: 'Sky', color: '#2f97e0' },
  { label: 'Stone', color: '#8b857c' },
];

const MARKER_SIZES: Palette['sizes'] = [
  { label: 'Fine', size: 10 },
  { label: 'Medium', size: 18 },
  { label: 'Broad', size: 30 },
  { label: 'Brush', size: 48 },
];

export const PALETTES: Readonly<Record<'pen' | 'marker', Palette>> = {
  pen: { colors: COLORS, sizes: SIZES },
  marker: { colors: MARKER_COLORS, sizes: MARKER_SIZES },
};

export interface EraserChoice {
  readonly mode: EraserTip['mode'];
  readonly label: string;
  /** How its label begins, where there is no room for more. */
  readonly short: string;
  /** A few words more. */
  readonly hint: string;
}

/** A hand that erases means what it touches: whole strokes are asked for. */
export const ERASER_MODES: readonly [EraserChoice, ...EraserChoice[]] = [
  { mode: 'part', label: 'Part', short: 'Part', hint: 'what it touches' },
  { mode: 'whole', label: 'Whole stroke', short: 'Whole', hint: 'every stroke that it touches' },
];

/** CSS px across. */
export const ERASER_SIZES: Palette['sizes'] = [
  { label: 'Small', size: 6 },
  { label: 'Medium', size: 12 },
  { label: 'Large', size: 28 },
  { label: 'Huge', size: 60 },
];

/** The name of a colour; one that has none is called by its number. */
export function colorName(color: string, { colors }: Palette): string {
  return colors.find((one) => one.color === color)?.label ?? color;
}

export function sizeName(size: number, { sizes }: Pick<Palette, 'sizes'>): string {
  return sizes.find((one) => one.size === size)?.label ?? `${size} wide`;
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
