/** What the hand holds: tool, colour and width. Colour and width are remembered on this device. */
import { effect, signal } from '@preact/signals';
import { COLOR_PATTERN, SIZE_MAX } from '../../core/drawing/limits.ts';
import type { ToolName } from '../../ink/index.ts';
import { COLORS, MEDIUM } from './palette.ts';

const KEPT = 'pleinair.hand';

interface Kept {
  readonly color: string;
  readonly size: number;
  readonly penMode: boolean;
}

function readKept(): Kept {
  const kept: Kept = { color: COLORS[0].color, size: MEDIUM, penMode: false };
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    if (typeof value !== 'object' || value === null) return kept;
    const { color, size, penMode } = { ...kept, ...value };
    return {
      color: typeof color === 'string' && COLOR_PATTERN.test(color) ? color : kept.color,
      size: typeof size === 'number' && size > 0 && size <= SIZE_MAX ? size : kept.size,
      penMode: penMode === true,
    };
  } catch {
    return kept;
  }
}

const kept = readKept();

export const tool = signal<ToolName>('pen');
export const color = signal(kept.color);
/** Drawing units. */
export const size = signal(kept.size);
/** A pen was seen on this device: fingers move the paper. */
export const penMode = signal(kept.penMode);

effect(() => {
  const value: Kept = { color: color.value, size: size.value, penMode: penMode.value };
  try {
    localStorage.setItem(KEPT, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing starts afresh the next time.
  }
});
