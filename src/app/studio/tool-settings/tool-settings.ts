/** The tool in hand, and the settings of each brush and of the eraser. Stored on this device. */
import { batch, computed, effect, signal } from '@preact/signals';
import { BRUSH_TOOLS, type BrushTool, type EraserTip, type Feel, type ToolName } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { BRUSH_CHOICES, type Sizes } from './brush-choices.ts';
import { type BrushSettings, RECENT_MAX, readSettings, storeSettings } from './kept-settings.ts';
import { colorName, type Ground, type Palette, paletteOf, paletteOn } from './palettes.ts';
import { ERASER_SIZES, sizeName } from './tool-choices.ts';

const kept = readSettings();

export const tool = signal<ToolName>(kept.brush);

/** The brush in hand: the tool last used for drawing. */
export const brush = signal<BrushTool>(kept.brush);
/** The brush before it. */
export const lastBrush = signal<BrushTool>(kept.lastBrush);
effect(() => {
  const now = BRUSH_TOOLS.find((one) => one === tool.value);
  if (now === undefined || now === brush.peek()) return;
  endMixing();
  lastBrush.value = brush.peek();
  brush.value = now;
});

/** Goes back to the brush before, and from there to this one. */
export function swapBrush(): void {
  tool.value = lastBrush.value;
}

/** Takes the brush in hand in the place of another tool. */
export function takeBrush(): void {
  tool.value = brush.peek();
}

/** The settings of all brushes. */
export const brushes = signal(kept.brushes);
const held = computed(() => brushes.value[brush.value]);

function change(changes: Partial<BrushSettings>): void {
  brushes.value = { ...brushes.peek(), [brush.peek()]: { ...held.peek(), ...changes } };
}

/** One setting of the brush in hand, read and written like a signal. */
function setting<K extends keyof BrushSettings>(name: K) {
  const now = computed(() => held.value[name]);
  return {
    get value(): BrushSettings[K] {
      return now.value;
    },
    peek: (): BrushSettings[K] => now.peek(),
    set value(value: BrushSettings[K]) {
      change({ [name]: value });
    },
  };
}

/** The name of the palette beside the brush in hand. */
export const paletteName = setting('palette');
export const color = setting('color');
/** The colour before this one, of the same brush. */
export const lastColor = setting('last');
/** Drawing units. */
export const size = setting('size');
/** 0 < opacity <= 1. */
export const opacity = setting('opacity');
/** How much the stabiliser holds the line back, 0 to 1. */
export const steady = setting('steady');
/** True if lines become thin where the hand is quick and nothing measures pressure. */
export const tapers = setting('tapers');

/** The pressure curve of the pen: 0, hard, to 1, soft. */
export const softness = signal(kept.softness);
/** How lines of the brush in hand follow the hand. */
export const feel = computed<Feel>(() => ({
  steady: steady.value,
  tapers: tapers.value,
  softness: softness.value,
}));

/** What the open drawing lies on. */
export const ground = signal<Ground>('white');

/** The palette beside the brush in hand. */
export const palette = computed<Palette>(() => paletteOn(ground.value, paletteOf(paletteName.value)));

/** Mode and size of the eraser. */
export const eraser = signal<EraserTip>(kept.eraser);

/** The sizes with a name of the chosen tool, eraser included. */
export const sizes = computed<Sizes>(() =>
  tool.value === 'eraser' ? ERASER_SIZES : BRUSH_CHOICES[brush.value].sizes,
);

/** The size of the chosen tool, eraser included. */
export const chosenSize = {
  get value(): number {
    return tool.value === 'eraser' ? eraser.value.size : size.value;
  },
  set value(chosen: number) {
    if (tool.value === 'eraser') eraser.value = { ...eraser.value, size: chosen };
    else size.value = chosen;
  },
};

/** Chooses a colour. If the eraser is chosen, the brush replaces it. */
export function chooseColor(picked: string): void {
  const { color: now, last } = mixedFrom ?? held.peek();
  mixedFrom = undefined;
  batch(() => {
    // What was only tried on the way is no colour before.
    change({ color: picked, last: picked === now ? last : now });
    if (tool.peek() === 'eraser') tool.value = brush.peek();
  });
}

/** Goes back to the colour before, and from there to this one. */
export function swapColor(): void {
  endMixing();
  chooseColor(lastColor.value);
}

/** The chosen tool with its settings, in words: `Pen, Ink, Medium`. */
export function toolWords(): string {
  const name = words.names[tool.value];
  const width = sizeName(chosenSize.value, sizes.value);
  if (tool.value === 'eraser') return words.held([name, eraserLabel(), width]);
  if (tool.value !== brush.value) return name;
  return words.held([name, colorName(color.value), width]);
}

/** The eraser's mode in words: `Part`. */
export function eraserLabel(): string {
  return words.modes[eraser.value.mode].label;
}

/** The last colours that did not lie beside the brush, newest first. */
export const recentColors = signal(kept.recent);

function remember(mixed: string): void {
  if (palette.peek().colors.some((one) => one.color === mixed)) return;
  recentColors.value = [mixed, ...recentColors.peek().filter((one) => one !== mixed)].slice(0, RECENT_MAX);
}

/** Chooses a mixed colour and stores it. */
export function mixColor(mixed: string): void {
  chooseColor(mixed);
  remember(mixed);
}

/** The colour in hand and the one before it, while another is being mixed. */
let mixedFrom: Pick<BrushSettings, 'color' | 'last'> | undefined;

/** Shows a colour while it is being mixed. It counts as chosen once the mixing ends. */
export function tryColor(mixed: string): void {
  batch(() => {
    mixedFrom ??= held.peek();
    change({ color: mixed, last: mixedFrom.color });
    if (tool.peek() === 'eraser') tool.value = brush.peek();
  });
}

/** Ends mixing. Returns true if it led to another colour. */
export function endMixing(): boolean {
  const from = mixedFrom;
  mixedFrom = undefined;
  if (from === undefined) return false;
  if (from.color === color.peek()) {
    change({ last: from.last });
    return false;
  }
  remember(color.peek());
  return true;
}

/** True if a pen was ever used on this device. */
export const penSeen = signal(kept.penSeen);
/** True if fingers draw; otherwise they pan. */
export const fingersDraw = signal(kept.fingersDraw);
/** True if a message has explained why fingers pan. */
export const fingersTold = signal(kept.fingersTold);

/** Number of selected strokes. */
export const selected = signal(0);
/** Whether loops and taps add to the selection: where there is no Shift to hold, as on a phone. */
export const adding = signal(false);
// Ends with the selection. The next one begins anew, and copies are a new one, too.
effect(() => {
  if (selected.value === 0) adding.value = false;
});

effect(() =>
  storeSettings({
    brushes: brushes.value,
    brush: brush.value,
    lastBrush: lastBrush.value,
    eraser: eraser.value,
    softness: softness.value,
    recent: recentColors.value,
    penSeen: penSeen.value,
    fingersDraw: fingersDraw.value,
    fingersTold: fingersTold.value,
  }),
);
