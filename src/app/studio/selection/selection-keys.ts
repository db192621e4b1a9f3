/** The keys of a selection. They come before other shortcuts while strokes are selected. */
import type { Ink } from '../../../ink/index.ts';
import { clipboard } from '../../words/en/studio/clipboard.ts';
import { shortcuts as keys } from '../../words/en/studio/shortcuts.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { copySelection, cutSelection, duplicateSelection } from '../clipboard/copy.ts';
import type { Shortcut, ShortcutContext } from '../controls/shortcut.ts';
import { saysOpening } from '../session/toast-with-undo.ts';
import { withLasso } from '../tool-settings/lent-lasso.ts';
import { sayOfOthers } from './missed.ts';

/** CSS px that an arrow key moves the selection. */
const STEP = 1;
/** CSS px with Shift. */
const FAR = 10;
/** Factor by which one press enlarges the selection. */
export const SCALE_STEP = 1.1;
/** Degrees that one press turns the selection. */
export const TURN_STEP = 15;
export const QUARTER = 90;

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const arrows = Object.keys(ARROWS);

interface Key {
  readonly keys: readonly string[];
  readonly label: () => string;
  /** True for keys that begin a selection. The others need one. */
  readonly begins?: boolean;
  readonly run: (context: ShortcutContext, chord: string) => void;
}

function nudging(by: number) {
  return ({ ink: { selection } }: ShortcutContext, chord: string) => {
    const [x, y] = ARROWS[chord.replace('Shift+', '')] ?? [0, 0];
    selection.nudge(x * by, y * by);
  };
}

function picking(pick: (ink: Ink) => void) {
  return ({ ink }: ShortcutContext) => withLasso(() => pick(ink));
}

const KEYS: readonly Key[] = [
  {
    keys: ['Ctrl+A'],
    label: () => keys.selectAll,
    begins: true,
    run: (context) => {
      picking(({ selection }) => selection.all())(context);
      if (!saysOpening(context.session)) sayOfOthers(context.session);
    },
  },
  {
    keys: ['.'],
    label: () => keys.selectOlder,
    begins: true,
    run: picking((ink) => ink.selection.step(-1)),
  },
  { keys: [','], label: () => keys.selectNewer, begins: true, run: picking((ink) => ink.selection.step(1)) },
  { keys: arrows, label: () => keys.move, run: nudging(STEP) },
  { keys: arrows.map((arrow) => `Shift+${arrow}`), label: () => keys.moveFar, run: nudging(FAR) },
  { keys: ['>'], label: () => words.larger, run: ({ ink: { selection } }) => selection.scale(SCALE_STEP) },
  {
    keys: ['<'],
    label: () => words.smaller,
    run: ({ ink: { selection } }) => selection.scale(1 / SCALE_STEP),
  },
  {
    keys: ['R'],
    label: () => words.turnRight(TURN_STEP),
    run: ({ ink: { selection } }) => selection.turn(TURN_STEP),
  },
  {
    keys: ['Shift+R'],
    label: () => words.turnLeft(TURN_STEP),
    run: ({ ink: { selection } }) => selection.turn(-TURN_STEP),
  },
  {
    keys: ['T'],
    label: () => words.turnRight(QUARTER),
    run: ({ ink: { selection } }) => selection.turn(QUARTER),
  },
  {
    keys: ['Shift+T'],
    label: () => words.turnLeft(QUARTER),
    run: ({ ink: { selection } }) => selection.turn(-QUARTER),
  },
  {
    keys: ['Shift+H'],
    label: () => words.mirrorHorizontally,
    run: ({ ink: { selection } }) => selection.mirror('horizontal'),
  },
  {
    keys: ['Shift+V'],
    label: () => words.mirrorVertically,
    run: ({ ink: { selection } }) => selection.mirror('vertical'),
  },
  { keys: ['Ctrl+C'], label: () => clipboard.copy, run: copySelection },
  { keys: ['Ctrl+X'], label: () => clipboard.cut, run: cutSelection },
  { keys: ['Ctrl+D'], label: () => words.duplicate, run: duplicateSelection },
  {
    keys: ['Delete', 'Backspace'],
    label: () => words.delete,
    run: ({ ink: { selection } }) => selection.erase(),
  },
];

/** The same keys for the sheet of keys. */
export const SELECTION_SHORTCUTS: readonly Shortcut[] = [
  ...KEYS.map(({ keys, label }) => ({ keys, label })),
  // Handled in escape-key.ts, because Escape may do something else first.
  { keys: ['Escape'], label: () => words.deselect },
];

/**
 * Runs the shortcut of a chord on the selection, or one that begins a selection. Returns false if there is
 * none.
 */
export function pressOnSelection(chord: string, context: ShortcutContext): boolean {
  const key = KEYS.find(({ keys }) => keys.includes(chord));
  if (!key || (!key.begins && context.ink.selection.strokes.length === 0)) return false;
  key.run(context, chord);
  return true;
}
