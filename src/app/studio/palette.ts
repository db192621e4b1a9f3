/** What lies beside the canvas: tools, colours and widths. */
import type { ToolName } from '../../ink/index.ts';
import type { StudioIconName } from './StudioIcon.tsx';

export interface ToolChoice {
  readonly tool: ToolName;
  readonly label: string;
  /** The key that picks it. */
  readonly key: string;
  readonly icon: StudioIconName;
}

export const TOOLS: readonly ToolChoice[] = [
  { tool: 'pen', label: 'Pen', key: 'P', icon: 'pen' },
  { tool: 'eraser', label: 'Eraser', key: 'E', icon: 'eraser' },
  { tool: 'hand', label: 'Hand', key: 'H', icon: 'hand' },
];

export interface ColorChoice {
  readonly label: string;
  /** As strokes store it; the same on every screen. */
  readonly color: string;
}

/** Made to be told apart on the drawing paper, also by people who see few colours: they differ in lightness. */
export const COLORS: readonly [ColorChoice, ...ColorChoice[]] = [
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

export const SIZES: readonly [SizeChoice, ...SizeChoice[]] = [
  { label: 'Fine', size: 2 },
  { label: 'Medium', size: 4 },
  { label: 'Broad', size: 9 },
  { label: 'Brush', size: 20 },
];

export const MEDIUM = 4;

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
