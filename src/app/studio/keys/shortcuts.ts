/**
 * The keys of the studio: one table, which `pressKey` goes by, which the sheet of keys lists, and which docs/keys.md
 * is held to.
 */
import type { Ink } from '../../../ink/index.ts';
import { openPicker } from '../../import/FilePicker.tsx';
import { chordOf } from '../../keys/chords.ts';
import { singleKeys } from '../../keys/single-keys.ts';
import type { Bench, Shortcut } from '../controls/shortcut.ts';
import { pressOnSelection, SELECTION_SHORTCUTS } from '../selection/selection-keys.ts';
import type { Session } from '../session/session.ts';
import { stampAir } from '../stamp/stamp-air.ts';
import { ERASER_MODES, following, neighbour, TOOLS } from '../tool-settings/palette.ts';
import { color, eraser, heldSize, palette, pickColor, sizes, tool } from '../tool-settings/tool-settings.ts';
import { coveredEdges } from '../viewport/covered.ts';
import { toggleFullScreen } from '../viewport/full-screen.ts';
import { keysShown, mapShown, ZOOM_STEP } from '../viewport/view-state.ts';
import { pressEscape } from './escape-key.ts';

export interface ShortcutGroup {
  readonly title: string;
  /** They count only then, and before the others. */
  readonly when?: 'something is selected';
  readonly shortcuts: readonly Shortcut[];
}

/** CSS px that an arrow key moves the view; with Shift, far. */
const STEP = 48;
const FAR = 240;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function panning(by: number) {
  return ({ ink }: Bench, chord: string) => {
    const [x, y] = ARROWS[chord.replace('Shift+', '')] ?? [0, 0];
    ink.panBy(x * by, y * by);
  };
}

/** What is selected takes the colour too. */
function stepColor({ ink }: Bench, by: number): void {
  pickColor(following(palette.value.colors, (one) => one.color === color.value, by).color);
  ink.selection.recolor(color.value);
}

function stepSize(by: number): void {
  heldSize.value = neighbour(sizes.value, (one) => one.size === heldSize.value, by).size;
}

/** Takes the eraser in hand too: who has changed what it takes sees it. */
function changeEraser(): void {
  const { mode } = following(ERASER_MODES, (one) => one.mode === eraser.value.mode, 1);
  eraser.value = { ...eraser.value, mode };
  tool.value = 'eraser';
}

const arrows = Object.keys(ARROWS);

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Tools',
    shortcuts: [
      ...TOOLS.map(
        (one): Shortcut => ({
          keys: [one.key],
          label: one.label,
          run: () => {
            tool.value = one.tool;
          },
        }),
      ),
      { keys: ['Shift+E'], label: 'Erase parts or whole strokes', run: changeEraser },
      { keys: ['C'], label: 'Next colour', run: (bench) => stepColor(bench, 1) },
      { keys: ['Shift+C'], label: 'Previous colour', run: (bench) => stepColor(bench, -1) },
      { keys: ['['], label: 'Finer', run: () => stepSize(-1) },
      { keys: [']'], label: 'Broader', run: () => stepSize(1) },
    ],
  },
  {
    title: 'Drawing',
    shortcuts: [
      { keys: ['Ctrl+Z'], label: 'Undo', run: ({ session }) => session.undo() },
      { keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], label: 'Redo', run: ({ session }) => session.redo() },
      { keys: ['A'], label: 'Stamp the air', run: ({ session, ink }) => stampAir(session, ink) },
    ],
  },
  { title: 'Selection', when: 'something is selected', shortcuts: SELECTION_SHORTCUTS },
  {
    title: 'View',
    shortcuts: [
      { keys: arrows, label: 'Move the view', run: panning(STEP) },
      { keys: arrows.map((arrow) => `Shift+${arrow}`), label: 'Move it far', run: panning(FAR) },
      { keys: ['+', '='], label: 'Zoom in', run: ({ ink }) => ink.zoomBy(ZOOM_STEP) },
      { keys: ['-', '_'], label: 'Zoom out', run: ({ ink }) => ink.zoomBy(1 / ZOOM_STEP) },
      { keys: ['1'], label: 'Zoom to 100%', run: ({ ink }) => ink.zoomTo(1) },
      { keys: ['0'], label: 'Show all', run: ({ ink }) => ink.fit(coveredEdges()) },
      {
        keys: ['N'],
        label: 'Map of the drawing',
        run: () => {
          mapShown.value = !mapShown.value;
        },
      },
      { keys: ['F'], label: 'Full screen', run: toggleFullScreen },
    ],
  },
  {
    title: 'Page',
    shortcuts: [
      { keys: ['Ctrl+O'], label: 'Import a file onto the drawing', run: () => void openPicker() },
      {
        keys: ['?'],
        label: 'Keys',
        run: () => {
          keysShown.value = true;
        },
      },
      { keys: ['Tab'], label: 'Next control or toolbar' },
      { keys: ['Escape'], label: 'Close, or cancel the stroke' },
    ],
  },
];

export interface Gesture {
  readonly does: string;
  readonly by: readonly string[];
}

/** What hands do without a key, or with one that is held. */
export const GESTURES: readonly { readonly title: string; readonly gestures: readonly Gesture[] }[] = [
  {
    title: 'By touch',
    gestures: [
      { does: 'Draw', by: ['One finger, or a pen'] },
      { does: 'Move the view', by: ['Two fingers', 'One, while “Draw with finger” is off'] },
      { does: 'Zoom', by: ['Pinch'] },
      { does: 'Undo', by: ['Tap with two fingers'] },
      { does: 'Redo', by: ['Tap with three fingers'] },
      { does: 'Draw a straight line', by: ['Hold still at the end of a nearly straight stroke'] },
      { does: 'Erase', by: ['A pen’s other end'] },
    ],
  },
  {
    title: 'With a mouse',
    gestures: [
      { does: 'Move the view', by: ['Wheel', 'Hold Space, or the middle button, and drag'] },
      { does: 'Zoom', by: ['Ctrl and wheel'] },
      {
        does: 'Draw a straight line',
        by: ['Hold Shift', 'Hold still at the end of a nearly straight stroke'],
      },
      { does: 'Select more with the lasso', by: ['Hold Shift'] },
    ],
  },
];

const known = new Map(
  SHORTCUTS.flatMap(({ when, shortcuts }) => (when ? [] : shortcuts)).flatMap((one) =>
    one.keys.map((key) => [key, one] as const),
  ),
);

/** Is this a place where keys write? */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox'].includes(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** What counts as the drawing table: on a link or in a menu, a key that slipped or was spoken does nothing. */
const TABLE = '[role=application], [role=toolbar]';

/** Has the drawing table the focus, or nothing in particular? */
function isAtTable(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target.matches('html, body, main') || target.closest(TABLE) !== null;
}

/** Does what the key stands for. False when it stands for nothing here. */
export function pressKey(event: KeyboardEvent, session: Session, ink: Ink | undefined): boolean {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return false;
  const chord = chordOf(event);
  const inPanel = event.target instanceof Element && event.target.closest('[data-panel]') !== null;
  if (chord === 'Escape' && (inPanel || !isTyping(event.target))) return pressEscape(ink);
  if (chord === undefined || ink === undefined || isTyping(event.target)) return false;
  if (!chord.startsWith('Ctrl+')) {
    if (!isAtTable(event.target)) return false;
    if (!singleKeys.value && isSingle(event)) return false;
  }
  if (pressOnSelection(chord, ink)) return true;
  const shortcut = known.get(chord);
  if (!shortcut?.run) return false;
  shortcut.run({ session, ink }, chord);
  return true;
}

/** A letter, digit or sign, with Shift or without: what can be turned off. */
function isSingle({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey;
}
