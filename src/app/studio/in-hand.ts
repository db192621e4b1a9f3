/**
 * What the hand holds: tool, colour and width. Pen and marker each keep their own colour and width. Remembered on this
 * device, with the colours that were mixed last.
 */
import { computed, effect, signal } from '@preact/signals';
import { COLOR_PATTERN, SIZE_MAX } from '../../core/drawing/limits.ts';
import type { ToolName } from '../../ink/index.ts';
import { PALETTES, type Palette } from './palette.ts';

const KEPT = 'pleinair.hand';
/** Mixed colours that are remembered. */
const RECENT_MAX = 5;

type Inked = 'pen' | 'marker';

interface InkKept {
  readonly color: string;
  readonly size: number;
}

/** The pen's ink lies at the top: there was no marker at first. */
interface Kept extends InkKept {
  readonly marker: InkKept;
  readonly recent: readonly string[];
  readonly penMode: boolean;
}

/** The second of its colours and widths is what a tool begins with, but the pen begins in ink. */
const FIRST: Kept = {
  color: PALETTES.pen.colors[0].color,
  size: PALETTES.pen.sizes[1]?.size ?? 4,
  marker: { color: PALETTES.marker.colors[0].color, size: PALETTES.marker.sizes[1]?.size ?? 18 },
  recent: [],
  penMode: false,
};

function isColor(value: unknown): value is string {
  return typeof value === 'string' && COLOR_PATTERN.test(value);
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function inkOf(value: unknown, first: InkKept): InkKept {
  const { color, size } = members(value);
  return {
    color: isColor(color) ? color : first.color,
    size: typeof size === 'number' && size > 0 && size <= SIZE_MAX ? size : first.size,
  };
}

function readKept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    const { marker, recent, penMode } = members(value);
    return {
      ...inkOf(value, FIRST),
      marker: inkOf(marker, FIRST.marker),
      recent: Array.isArray(recent) ? recent.filter(isColor).slice(0, RECENT_MAX) : [],
      penMode: penMode === true,
    };
  } catch {
    return FIRST;
  }
}

const kept = readKept();

export const tool = signal<ToolName>('pen');

/** What was drawn with last, or is now. */
export const inked = signal<Inked>('pen');
effect(() => {
  const now = tool.value;
  if (now === 'pen' || now === 'marker') inked.value = now;
});

const inks = {
  pen: { color: signal(kept.color), size: signal(kept.size) },
  marker: { color: signal(kept.marker.color), size: signal(kept.marker.size) },
};
const ink = computed(() => inks[inked.value]);

/** Of the tool that draws. */
export const palette = computed<Palette>(() => PALETTES[inked.value]);

export const color = {
  get value(): string {
    return ink.value.color.value;
  },
  set value(color: string) {
    ink.value.color.value = color;
  },
};

/** Drawing units. */
export const size = {
  get value(): number {
    return ink.value.size.value;
  },
  set value(size: number) {
    ink.value.size.value = size;
  },
};

/** Colours that were mixed, the last one first. */
export const recentColors = signal(kept.recent);

/** Takes a colour that is in no palette, and remembers it. */
export function mixColor(mixed: string): void {
  color.value = mixed;
  const isKnown = Object.values(PALETTES).some(({ colors }) => colors.some((one) => one.color === mixed));
  if (isKnown) return;
  recentColors.value = [mixed, ...recentColors.value.filter((one) => one !== mixed)].slice(0, RECENT_MAX);
}

/** A pen was seen on this device: fingers move the paper. */
export const penMode = signal(kept.penMode);

/** How many strokes the lasso has picked. */
export const selected = signal(0);

effect(() => {
  const value: Kept = {
    color: inks.pen.color.value,
    size: inks.pen.size.value,
    marker: { color: inks.marker.color.value, size: inks.marker.size.value },
    recent: recentColors.value,
    penMode: penMode.value,
  };
  try {
    localStorage.setItem(KEPT, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing starts afresh the next time.
  }
});
