/** The settings in localStorage. Each value that is missing or damaged falls back by itself. */
import {
  BRUSH_TOOLS,
  type BrushTool,
  ERASER,
  type EraserTip,
  forEachBrush,
  PLAIN,
} from '../../../ink/index.ts';
import { HAND } from '../../early/early-moves.ts';
import { BRUSH_CHOICES } from './brush-choices.ts';
import { PALETTES, type PaletteName } from './palettes.ts';
import { rangeOf } from './sizes.ts';
import { ERASER_MODES, ERASER_SIZES } from './tool-choices.ts';

const OPAQUE = /^#(?:[0-9a-f]{3}){1,2}$/i;
/** Least opacity on the slider. */
const OPACITY_MIN = 0.01;

/** Most recent colours that are stored. */
export const RECENT_MAX = 6;

/** What one brush keeps. */
export interface BrushSettings {
  /** The palette beside the brush. */
  readonly palette: PaletteName;
  readonly color: string;
  /** The colour before this one. */
  readonly last: string;
  /** Drawing units, within the range of the brush. */
  readonly size: number;
  /** From 0.01 to 1. */
  readonly opacity: number;
  /** How much the stabiliser holds the line back: 0, not at all, to 1. */
  readonly steady: number;
  /** True if its lines become thin where the hand is quick and nothing measures pressure. */
  readonly tapers: boolean;
}

export type AllBrushSettings = Readonly<Record<BrushTool, BrushSettings>>;

export interface StoredSettings {
  readonly brushes: AllBrushSettings;
  /** The brush in hand, and the one before it. */
  readonly brush: BrushTool;
  readonly lastBrush: BrushTool;
  readonly eraser: EraserTip;
  /** The pressure curve of the pen: 0, hard, to 1, soft. */
  readonly softness: number;
  readonly recent: readonly string[];
  readonly penSeen: boolean;
  readonly fingersDraw: boolean;
  readonly fingersTold: boolean;
}

/**
 * The brushes that taper unless somebody wants even lines. Without a pen, a line of the others has one width: letters,
 * plans and areas want that, and it is what they always had.
 */
const TAPERING: readonly BrushTool[] = ['ink'];

/** The settings of a brush that nobody has changed. */
export function firstSettings(tool: BrushTool): BrushSettings {
  const { palette, sizes } = BRUSH_CHOICES[tool];
  const [first, second = first] = palette.colors;
  const [fine, medium = fine] = sizes;
  return {
    palette: palette.name,
    color: first.color,
    last: second.color,
    size: medium.size,
    opacity: 1,
    steady: 0,
    tapers: TAPERING.includes(tool),
  };
}

/** True for a colour that can be seen. The page offers no transparent ones: opacity is a setting of its own. */
function isColor(value: unknown): value is string {
  return typeof value === 'string' && OPAQUE.test(value);
}

function within(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && value >= least && value <= most ? value : otherwise;
}

function isBrush(value: unknown): value is BrushTool {
  return BRUSH_TOOLS.some((tool) => tool === value);
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function brushOf(tool: BrushTool, value: unknown): BrushSettings {
  const first = firstSettings(tool);
  const { palette, color, last, size, opacity, steady, tapers } = members(value);
  const { least, most } = rangeOf(tool);
  return {
    palette: PALETTES.find(({ name }) => name === palette)?.name ?? first.palette,
    color: isColor(color) ? color : first.color,
    last: isColor(last) ? last : first.last,
    size: within(size, least, most, first.size),
    opacity: within(opacity, OPACITY_MIN, 1, first.opacity),
    steady: within(steady, 0, 1, first.steady),
    tapers: typeof tapers === 'boolean' ? tapers : first.tapers,
  };
}

function eraserOf(value: unknown): EraserTip {
  const { mode, size } = members(value);
  return {
    mode: ERASER_MODES.find((one) => one === mode) ?? ERASER.mode,
    size: ERASER_SIZES.find((one) => one.size === size)?.size ?? ERASER.size,
  };
}

function storedText(): string | null {
  try {
    return localStorage.getItem(HAND);
  } catch {
    return null;
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

/** @param text as localStorage has it, or had it */
export function readSettings(text = storedText()): StoredSettings {
  const value = members(parsed(text));
  const brushes = members(value.brushes);
  // Older builds had two brushes: the pen's settings were at the top level, and the marker's in `marker`.
  const older: Readonly<Record<string, unknown>> = { pen: value, marker: value.marker };
  // Older builds stored `penMode`: a pen turned drawing with fingers off.
  const penSeen = value.penSeen === true || value.penMode === true;
  return {
    brushes: forEachBrush((tool) => brushOf(tool, brushes[tool] ?? older[tool])),
    brush: isBrush(value.brush) ? value.brush : 'pen',
    lastBrush: isBrush(value.lastBrush) ? value.lastBrush : 'marker',
    eraser: eraserOf(value.eraser),
    softness: within(value.softness, 0, 1, PLAIN.softness),
    recent: Array.isArray(value.recent) ? value.recent.filter(isColor).slice(0, RECENT_MAX) : [],
    penSeen,
    fingersDraw: typeof value.fingersDraw === 'boolean' ? value.fingersDraw : !penSeen,
    fingersTold: value.fingersTold === true,
  };
}

export function storeSettings(settings: StoredSettings): void {
  try {
    localStorage.setItem(HAND, JSON.stringify(settings));
  } catch {
    // Without localStorage the settings last until the page is closed.
  }
}
