/**
 * The shortcuts of the studio, in one table: `pressKey` runs them, the sheet of keys lists them, and
 * docs/keys.md is tested against it.
 */
import { BRUSH_TOOLS, type Ink, type ToolName } from '../../../ink/index.ts';
import { openPicker } from '../../import/sources/FilePicker.tsx';
import { chordOf } from '../../keys/chords.ts';
import { singleKeys } from '../../keys/single-keys.ts';
import { clipboard } from '../../words/en/studio/clipboard.ts';
import { shortcuts as words } from '../../words/en/studio/shortcuts.ts';
import { studio } from '../../words/en/studio/studio.ts';
import { tools } from '../../words/en/studio/tools.ts';
import { takesLetters } from '../controls/panels.ts';
import type { Shortcut, ShortcutContext } from '../controls/shortcut.ts';
import { takeSeenColor } from '../eyedropper/eyedropper.ts';
import { guideHidden } from '../guide/guide-state.ts';
import { pressOnSelection, SELECTION_SHORTCUTS } from '../selection/selection-keys.ts';
import type { Session } from '../session/session.ts';
import { stampAir } from '../stamp/stamp-air.ts';
import { stampWeather } from '../stamp/stamp-weather.ts';
import { BRUSH_CHOICES } from '../tool-settings/brush-choices.ts';
import { nextSize, rangeOf } from '../tool-settings/sizes.ts';
import { ERASER_MODES, following, OTHER_TOOLS } from '../tool-settings/tool-choices.ts';
import {
  brush,
  chooseColor,
  chosenSize,
  color,
  eraser,
  palette,
  sizes,
  swapBrush,
  swapColor,
  tool,
} from '../tool-settings/tool-settings.ts';
import { coveredEdges } from '../viewport/covered.ts';
import { toggleFullScreen } from '../viewport/full-screen.ts';
import { keysShown, mapShown, ZOOM_STEP } from '../viewport/view-state.ts';
import { pressEscape } from './escape-key.ts';

export interface ShortcutGroup {
  readonly group: keyof typeof words.groups;
  /** Condition for these shortcuts, which then come before the others. */
  readonly when?: 'selected';
  readonly shortcuts: readonly Shortcut[];
}

/** CSS px that an arrow key moves the view. */
const STEP = 48;
/** CSS px with Shift. */
const FAR = 240;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function panning(by: number) {
  return ({ ink }: ShortcutContext, chord: string) => {
    const [x, y] = ARROWS[chord.replace('Shift+', '')] ?? [0, 0];
    ink.panBy(x * by, y * by);
  };
}

/** Chooses a neighbouring colour, also for selected strokes. */
function stepColor({ ink }: ShortcutContext, by: number): void {
  chooseColor(following(palette.value.colors, (one) => one.color === color.value, by).color);
  ink.selection.recolor(color.value);
}

/** The shortcut that chooses a tool. */
function choosing(name: ToolName, key: string): Shortcut {
  return {
    keys: [key],
    label: () => tools.names[name],
    run: () => {
      tool.value = name;
    },
  };
}

function stepSize(by: -1 | 1): void {
  const range = tool.value === 'eraser' ? undefined : rangeOf(brush.value);
  chosenSize.value = nextSize(chosenSize.value, sizes.value, by, range);
}

/** Goes back to the colour before, also for selected strokes. */
function lastColorBack({ ink }: ShortcutContext): void {
  swapColor();
  ink.selection.recolor(color.value);
}

/** Changes the mode of the eraser, and chooses the eraser, so that the change is visible. */
function changeEraser(): void {
  const mode = following(ERASER_MODES, (one) => one === eraser.value.mode, 1);
  eraser.value = { ...eraser.value, mode };
  tool.value = 'eraser';
}

/** Takes back the stroke being drawn, or else the last step. */
function undo({ session, ink }: ShortcutContext): void {
  if (!ink.cancel()) session.history.undo();
}

const arrows = Object.keys(ARROWS);

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    group: 'tools',
    shortcuts: [
      ...BRUSH_TOOLS.map((one) => choosing(one, BRUSH_CHOICES[one].key)),
      { keys: ['B'], label: () => words.lastBrush, run: swapBrush },
      ...OTHER_TOOLS.map((one) => choosing(one.tool, one.key)),
      { keys: ['Shift+E'], label: () => words.eraserMode, run: changeEraser },
      { keys: ['C'], label: () => words.nextColor, run: (context) => stepColor(context, 1) },
      { keys: ['Shift+C'], label: () => words.previousColor, run: (context) => stepColor(context, -1) },
      { keys: ['X'], label: () => words.lastColor, run: lastColorBack },
      { keys: ['T'], label: () => words.takeColor, run: ({ session, ink }) => takeSeenColor(session, ink) },
      { keys: ['['], label: () => words.thinner, run: () => stepSize(-1) },
      { keys: [']'], label: () => words.thicker, run: () => stepSize(1) },
    ],
  },
  {
    group: 'drawing',
    shortcuts: [
      { keys: ['Ctrl+Z'], label: () => tools.undo, run: undo },
      {
        keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
        label: () => tools.redo,
        run: ({ session }) => session.history.redo(),
      },
      // The browser makes a paste of this key, which needs no permission: StudioView.tsx.
      { keys: ['Ctrl+V'], label: () => clipboard.paste },
      { keys: ['A'], label: () => studio.menu.stamp, run: ({ session, ink }) => stampAir(session, ink) },
      {
        keys: ['Shift+A'],
        label: () => studio.menu.stampWeather,
        run: ({ session, ink }) => stampWeather(session, ink),
      },
    ],
  },
  { group: 'selection', when: 'selected', shortcuts: SELECTION_SHORTCUTS },
  {
    group: 'view',
    shortcuts: [
      { keys: arrows, label: () => words.pan, run: panning(STEP) },
      { keys: arrows.map((arrow) => `Shift+${arrow}`), label: () => words.panFar, run: panning(FAR) },
      { keys: ['+', '='], label: () => tools.zoomIn, run: ({ ink }) => ink.zoomBy(ZOOM_STEP) },
      { keys: ['-', '_'], label: () => tools.zoomOut, run: ({ ink }) => ink.zoomBy(1 / ZOOM_STEP) },
      { keys: ['1'], label: () => words.zoomTo100, run: ({ ink }) => ink.zoomTo(1) },
      { keys: ['0'], label: () => tools.fit, run: ({ ink }) => ink.fit(coveredEdges()) },
      {
        keys: ['Shift+G'],
        label: () => words.guide,
        run: () => {
          guideHidden.value = !guideHidden.value;
        },
      },
      {
        keys: ['N'],
        label: () => studio.menu.map,
        run: () => {
          mapShown.value = !mapShown.value;
        },
      },
      { keys: ['F'], label: () => studio.menu.fullScreen, run: toggleFullScreen },
    ],
  },
  {
    group: 'page',
    shortcuts: [
      { keys: ['Ctrl+O'], label: () => studio.menu.importNote, run: () => void openPicker() },
      {
        keys: ['?'],
        label: () => studio.menu.keys,
        run: () => {
          keysShown.value = true;
        },
      },
      { keys: ['Tab'], label: () => words.nextControl },
      { keys: ['Escape'], label: () => words.escape },
    ],
  },
];

export interface Gesture {
  readonly does: () => string;
  readonly by: () => readonly string[];
}

export interface GestureGroup {
  readonly group: 'touch' | 'mouse';
  readonly gestures: readonly Gesture[];
}

/** Gestures, some with a held key. */
export const GESTURES: readonly GestureGroup[] = [
  {
    group: 'touch',
    gestures: [
      { does: () => words.draw, by: () => [words.touch.draw] },
      { does: () => words.pan, by: () => [words.touch.pan, words.touch.panWithOne] },
      { does: () => words.zoom, by: () => [words.touch.zoom] },
      { does: () => tools.undo, by: () => [words.touch.undo] },
      { does: () => tools.redo, by: () => [words.touch.redo] },
      { does: () => words.straight, by: () => [words.touch.straight] },
      { does: () => words.erase, by: () => [words.touch.erase] },
      { does: () => words.takeColor, by: () => [words.touch.takeColor] },
      { does: () => words.selectMore, by: () => [words.touch.selectMore, words.touch.selectMoreBySwitch] },
    ],
  },
  {
    group: 'mouse',
    gestures: [
      { does: () => words.pan, by: () => [words.mouse.panByWheel, words.mouse.pan] },
      { does: () => words.zoom, by: () => [words.mouse.zoom] },
      { does: () => words.straight, by: () => [words.mouse.straightByKey, words.mouse.straight] },
      { does: () => words.selectMore, by: () => [words.mouse.selectMore] },
      { does: () => words.takeColor, by: () => [words.mouse.takeColor] },
    ],
  },
];

const known = new Map(
  SHORTCUTS.flatMap(({ when, shortcuts }) => (when ? [] : shortcuts)).flatMap((one) =>
    one.keys.map((key) => [key, one] as const),
  ),
);

/** True if keys write text in this element. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'range'].includes(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/**
 * Elements in which single keys are shortcuts. On a link or in a menu they do nothing, in case of a slip or
 * speech input.
 */
const SINGLE_KEY_AREA = '[role=application], [role=toolbar], .dock-panel';

/** The keys that a slider or a group of choices takes for itself. */
const OWN_KEYS = /^(?:Shift\+)?(?:Arrow|Home|End|Page)/;

/** True if such an element has the focus, or no element has it. */
function isInSingleKeyArea(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return (
    target.matches('html, body, main') || target.closest(SINGLE_KEY_AREA) !== null || takesLetters(target)
  );
}

/** Runs the shortcut of a key. Returns false if there is none. */
export function pressKey(event: KeyboardEvent, session: Session, ink: Ink | undefined): boolean {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return false;
  const chord = chordOf(event);
  const inPanel = event.target instanceof Element && event.target.closest('[data-panel]') !== null;
  if (chord === 'Escape' && (inPanel || !isTyping(event.target))) return pressEscape(ink);
  if (chord === undefined || ink === undefined || isTyping(event.target)) return false;
  if (!chord.startsWith('Ctrl+')) {
    if (!isInSingleKeyArea(event.target)) return false;
    if (!singleKeys.value && isSingle(event)) return false;
    if (inPanel && OWN_KEYS.test(chord)) return false;
  }
  if (pressOnSelection(chord, { session, ink })) return true;
  const shortcut = known.get(chord);
  if (!shortcut?.run) return false;
  shortcut.run({ session, ink }, chord);
  return true;
}

/** True for a single letter, digit or sign, with or without Shift. Such shortcuts can be turned off. */
function isSingle({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey;
}
