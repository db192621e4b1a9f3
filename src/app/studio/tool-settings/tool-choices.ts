/** The tools beside the brushes, the modes and sizes of the eraser, and steps through a list. */
import type { EraserTip, ToolName } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import type { StudioIconName } from '../controls/StudioIcon.tsx';
import type { Sizes } from './brush-choices.ts';

export interface ToolChoice {
  readonly tool: ToolName;
  /** The key that chooses the tool. */
  readonly key: string;
  readonly icon: StudioIconName;
  /** Key of a description in the catalogue. */
  readonly hint?: keyof typeof words.hints;
}

/** The tools that are no brush. */
export const OTHER_TOOLS: readonly ToolChoice[] = [
  { tool: 'eraser', key: 'E', icon: 'eraser' },
  { tool: 'lasso', key: 'L', icon: 'lasso', hint: 'lasso' },
  { tool: 'hand', key: 'H', icon: 'hand' },
];

type EraserMode = EraserTip['mode'];

/** The modes of the eraser. The first is the default: it erases only what it touches. */
export const ERASER_MODES: readonly [EraserMode, ...EraserMode[]] = ['part', 'whole'];

/** Diameters of the eraser, CSS px. */
export const ERASER_SIZES: Sizes = [
  { name: 'small', size: 6 },
  { name: 'medium', size: 12 },
  { name: 'large', size: 28 },
  { name: 'huge', size: 60 },
];

/** Widest ring that a button has room for, CSS px. */
const RING_MAX = 36;

/** Diameter of the ring that shows a size of the eraser: as wide as its mark, if a button has room for it, CSS px. */
export function ringWidth(size: number): number {
  return Math.min(size, RING_MAX);
}

/** The name of a size, or its width in words if it has none. */
export function sizeName(size: number, sizes: Sizes): string {
  const known = sizes.find((one) => one.size === size);
  return known ? words.sizes[known.name] : words.wide(size);
}

/** The item `by` places after the current one, starting again after the last. `is` finds the current one. */
export function following<T>(list: readonly [T, ...T[]], is: (one: T) => boolean, by: number): T {
  const at = list.findIndex(is);
  return list[(at + by + list.length) % list.length] ?? list[0];
}
