/**
 * Tool, colour and size. Pen and marker each have their own colour and size, the eraser its mode and size.
 * Stored on this device, with the last mixed colours.
 */
import { computed, effect, signal } from '@preact/signals';
import { COLOR_PATTERN, SIZE_MAX } from '../../../core/drawing/limits.ts';
import { ERASER, type EraserTip, type ToolName } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { colorName, ERASER_MODES, ERASER_SIZES, PALETTES, type Palette, sizeName } from './palette.ts';

const STORAGE_KEY = 'pleinair.hand';
/** Most mixed colours that are stored. */
const RECENT_MAX = 5;

type DrawingTool = 'pen' | 'marker';

interface InkSettings {
  readonly color: string;
  readonly size: number;
}

/** The stored settings. The pen's are at the top level, because older builds had no marker. */
interface StoredSettings extends InkSettings {
  readonly marker: InkSettings;
  readonly eraser: EraserTip;
  readonly recent: readonly string[];
  readonly penSeen: boolean;
  readonly fingersDraw: boolean;
  readonly fingersTold: boolean;
}

/** The defaults: the second colour and size of each tool, but ink for the pen. */
const DEFAULTS: StoredSettings = {
  color: PALETTES.pen.colors[0].color,
  size: PALETTES.pen.sizes[1]?.size ?? 4,
  marker: { color: PALETTES.marker.colors[0].color, size: PALETTES.marker.sizes[1]?.size ?? 18 },
  eraser: ERASER,
  recent: [],
  penSeen: false,
  fingersDraw: true,
  fingersTold: false,
};

function isColor(value: unknown): value is string {
  return typeof value === 'string' && COLOR_PATTERN.test(value);
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function inkOf(value: unknown, first: InkSettings): InkSettings {
  const { color, size } = members(value);
  return {
    color: isColor(color) ? color : first.color,
    size: typeof size === 'number' && size > 0 && size <= SIZE_MAX ? size : first.size,
  };
}

function eraserOf(value: unknown): EraserTip {
  const { mode, size } = members(value);
  return {
    mode: ERASER_MODES.find((one) => one === mode) ?? DEFAULTS.eraser.mode,
    size: ERASER_SIZES.find((one) => one.size === size)?.size ?? DEFAULTS.eraser.size,
  };
}

function readSettings(): StoredSettings {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    const { marker, eraser, recent, fingersTold, ...kept } = members(value);
    // Older builds stored `penMode`: a pen turned drawing with fingers off.
    const penSeen = kept.penSeen === true || kept.penMode === true;
    return {
      ...inkOf(value, DEFAULTS),
      marker: inkOf(marker, DEFAULTS.marker),
      eraser: eraserOf(eraser),
      recent: Array.isArray(recent) ? recent.filter(isColor).slice(0, RECENT_MAX) : [],
      penSeen,
      fingersDraw: typeof kept.fingersDraw === 'boolean' ? kept.fingersDraw : !penSeen,
      fingersTold: fingersTold === true,
    };
  } catch {
    return DEFAULTS;
  }
}

const kept = readSettings();

export const tool = signal<ToolName>('pen');

/** The tool last used for drawing. */
export const drawingTool = signal<DrawingTool>('pen');
effect(() => {
  const now = tool.value;
  if (now === 'pen' || now === 'marker') drawingTool.value = now;
});

const inks = {
  pen: { color: signal(kept.color), size: signal(kept.size) },
  marker: { color: signal(kept.marker.color), size: signal(kept.marker.size) },
};
const ink = computed(() => inks[drawingTool.value]);

/** The palette of that tool. */
export const palette = computed<Palette>(() => PALETTES[drawingTool.value]);

export const color = {
  get value(): string {
    return ink.value.color.value;
  },
  set value(color: string) {
    ink.value.color.value = color;
  },
};

/** Size of that tool, drawing units. */
export const size = {
  get value(): number {
    return ink.value.size.value;
  },
  set value(size: number) {
    ink.value.size.value = size;
  },
};

/** Mode and size of the eraser. */
export const eraser = signal<EraserTip>(kept.eraser);

/** The sizes of the chosen tool, eraser included. */
export const sizes = computed<Palette['sizes']>(() =>
  tool.value === 'eraser' ? ERASER_SIZES : palette.value.sizes,
);

/** The chosen size: one of `sizes`, or a stored one without a name. */
export const chosenSize = {
  get value(): number {
    return tool.value === 'eraser' ? eraser.value.size : size.value;
  },
  set value(chosen: number) {
    if (tool.value === 'eraser') eraser.value = { ...eraser.value, size: chosen };
    else size.value = chosen;
  },
};

/** Chooses a colour. If the eraser is chosen, the last drawing tool replaces it. */
export function chooseColor(picked: string): void {
  color.value = picked;
  if (tool.value === 'eraser') tool.value = drawingTool.value;
}

/** The chosen tool with its settings, in words: `Pen, Ink, Medium`. */
export function toolWords(): string {
  const name = words.names[tool.value];
  const width = sizeName(chosenSize.value, { sizes: sizes.value });
  if (tool.value === 'eraser') return words.held([name, eraserLabel(), width]);
  if (tool.value !== drawingTool.value) return name;
  return words.held([name, colorName(color.value, palette.value), width]);
}

/** The eraser's mode in words: `Part`. */
export function eraserLabel(): string {
  return words.modes[eraser.value.mode].label;
}

/** The last mixed colours, newest first. */
export const recentColors = signal(kept.recent);

/** Chooses a mixed colour and stores it. */
export function mixColor(mixed: string): void {
  chooseColor(mixed);
  const isKnown = Object.values(PALETTES).some(({ colors }) => colors.some((one) => one.color === mixed));
  if (isKnown) return;
  recentColors.value = [mixed, ...recentColors.value.filter((one) => one !== mixed)].slice(0, RECENT_MAX);
}

/** True if a pen was ever used on this device. */
export const penSeen = signal(kept.penSeen);
/** True if fingers draw; otherwise they pan. */
export const fingersDraw = signal(kept.fingersDraw);
/** True if a message has explained why fingers pan. */
export const fingersTold = signal(kept.fingersTold);

/** Number of selected strokes. */
export const selected = signal(0);

effect(() => {
  const value: StoredSettings = {
    color: inks.pen.color.value,
    size: inks.pen.size.value,
    marker: { color: inks.marker.color.value, size: inks.marker.size.value },
    eraser: eraser.value,
    recent: recentColors.value,
    penSeen: penSeen.value,
    fingersDraw: fingersDraw.value,
    fingersTold: fingersTold.value,
  };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(value));
  } catch {
    // Without localStorage the settings last until the page is closed.
  }
});
