import { defineWords } from '../../catalogue.ts';
import { isolate, list, number, plural } from '../../format.ts';

/** The layers of a drawing. `name`: of a layer, by a person. */
export const layers = defineWords('layers', {
  title: 'Layers',
  /** The button of the panel. */
  now: (name: string) => `Layers: ${isolate(name)}`,
  /** Names of layers that nobody has named. */
  base: 'Base',
  numbered: (place: number) => `Layer ${number(place)}`,
  add: 'Add layer',
  most: (layers: number) =>
    `A drawing has ${number(layers)} layers at most. Merge or delete one to add another.`,
  /**
   * Undo or redo was to bring layers back, for which others have left no room.
   * @param into the layer that takes what was drawn on them; undefined if nothing was
   */
  noRoomFor: (layers: number, names: readonly string[], into: string | undefined) => {
    const room = `A drawing has ${number(layers)} layers at most, so ${list(names.map(isolate))} did not come back.`;
    return into === undefined ? room : `${room} What was drawn there goes to ${isolate(into)} instead.`;
  },
  /** Undo or redo brought strokes back whose layer others have deleted or merged away. `into`: the one that has them. */
  cameTo: (into: string) =>
    `What came back is on ${isolate(into)} now. Its layer is gone, as layers were changed elsewhere.`,
  opening: 'The drawing is still opening.',

  visible: (name: string) => `Visible: ${isolate(name)}`,
  locked: (name: string) => `Locked: ${isolate(name)}`,
  hide: 'Hide',
  show: 'Show',
  lock: 'Lock',
  unlock: 'Unlock',

  /** The settings of the active layer. */
  settings: (name: string) => `Settings of ${isolate(name)}`,
  name: 'Name',
  /** Below a name that has as many. */
  nameFull: (most: number) => `A name has ${number(most)} characters at most.`,
  opacity: 'Opacity',
  multiply: 'Multiply',
  multiplyHint: 'Darkens the ink below, like a glaze, but not the photo',
  up: 'Move up',
  down: 'Move down',
  moveHint: 'Alt with the arrow keys moves a layer in the list',
  /** After a move. `place`: from the top. */
  moved: (name: string, place: number, layers: number) =>
    `${isolate(name)} is now ${number(place)} of ${number(layers)} from the top.`,
  mergeDown: 'Merge down',
  delete: 'Delete layer',
  /** Why something cannot be done now. */
  lowest: 'There is no layer below to merge with.',
  closedMerge: 'Show and unlock both layers to merge them.',
  last: 'A drawing keeps at least one layer.',
  isLocked: 'Unlock the layer first.',

  moveTo: 'Move selection to',
  chooseLayer: 'Choose a layer',
  newLayer: 'New layer',

  /** All strokes were selected, and there are some on other layers. `name`: of the active one. */
  onlyActive: (name: string) =>
    `Select all takes one layer, now ${isolate(name)}. Other layers have strokes, too.`,

  /** What was done. */
  deleted: (name: string, strokes: number) =>
    strokes === 0
      ? `${isolate(name)} deleted.`
      : plural(strokes, {
          one: `${isolate(name)} deleted, with its 1 stroke.`,
          other: `${isolate(name)} deleted, with its ${number(strokes)} strokes.`,
        }),
  merged: (below: string) => `Merged into ${isolate(below)}.`,
  mergedOther: (below: string) =>
    `Merged into ${isolate(below)}. Where strokes overlap, it may look different.`,
  mergedWhole: (below: string) =>
    `Merged into ${isolate(below)}. What was erased from washes there is whole again, so that no ink below is lost.`,

  /** Another device or tab changed the layers before this page had saved its own. */
  elsewhere: 'There is no room for your new layer. Another device or tab has added layers.',
  drawnElsewhere:
    'Layers were changed elsewhere, and yours is gone. Its strokes are on the lowest one. Your version is kept as a copy.',
  /** Others merged or deleted the layer that one drew on. `now`: the one that takes its place. */
  gone: (name: string, now: string) =>
    `${isolate(name)} is gone, as layers were changed elsewhere. You are on ${isolate(now)} now.`,
  /** Others locked or hid the layer in the middle of a stroke. `into`: the one that has the stroke. */
  landedLocked: (name: string, into: string) =>
    `${isolate(name)} is locked now, so your stroke is on ${isolate(into)}.`,
  landedHidden: (name: string, into: string) =>
    `${isolate(name)} is hidden now, so your stroke is on ${isolate(into)}.`,
  openCopy: 'Open copy',
  /** The title of that copy. */
  keptCopy: (title: string) => `${title} (kept copy)`,

  /** A tool was used on a layer that takes none. */
  isHidden: (name: string) => `${isolate(name)} is hidden. Show it to work on it.`,
  isFaint: (name: string, opacity: string) =>
    `${isolate(name)} has an opacity of ${opacity}: what you draw on it is hardly seen.`,
  full: 'Make it 100%',
  isLockedNow: (name: string) => `${isolate(name)} is locked. Unlock it to work on it.`,
});
