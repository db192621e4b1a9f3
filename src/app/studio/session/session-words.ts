/** Messages about an open drawing. */
import {
  DRAWING_MAX,
  LAYERS_MAX,
  STROKES_MAX,
  STROKES_SIZE_MAX,
  TITLE_MAX,
} from '../../../core/drawing/limits.ts';
import type { Layer, Paper, Stroke, Underlay } from '../../../core/drawing/types.ts';
import { drawings } from '../../words/en/drawings.ts';
import { layers as layerWords } from '../../words/en/studio/layers.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { limitSize } from '../../words/format.ts';
import type { HistoryChange, Step } from '../document/history.ts';
import type { InkSize } from '../document/ink-size.ts';
import { nameOf } from '../layers/layer-names.ts';
import type { Resettled } from '../layers/no-room.ts';
import type { SaveNotice } from '../saving/save-queue.ts';

/** The message for an event of saving; undefined if it needs none. */
export function noticeWords(notice: SaveNotice): string | undefined {
  switch (notice) {
    case 'restored':
      return words.restored;
    case 'recreated':
      return words.recreated;
    case 'photo-elsewhere':
      return words.photoElsewhere;
    case 'layers-elsewhere':
      return layerWords.elsewhere;
    case 'edit-elsewhere':
      return words.editElsewhere;
    case 'no-room':
      return words.mostStrokes(STROKES_MAX);
    case 'changed-elsewhere':
      return undefined;
  }
}

/** The title of the drawing that keeps what a person saw, within the limit of a title. */
export function keptCopyTitle(title: string): string {
  const room = TITLE_MAX - layerWords.keptCopy('').length;
  return layerWords.keptCopy([...(title || drawings.untitled)].slice(0, room).join(''));
}

/** Remaining strokes at which a message is shown. */
const STROKES_LEFT_MARKS = [4_000, 1_000];
const MB = 1024 * 1024;
/** Remaining bytes at which a message is shown. */
const SIZE_LEFT_MARKS = [8 * MB, 3 * MB];

/** How full a drawing is: number of strokes, and their bytes. */
export interface Fill {
  readonly strokes: number;
  readonly bytes: number;
}

/** Messages for limits that a change has come close to. */
export function limitWords(before: Fill, now: Fill): string[] {
  const told: string[] = [];
  const left = STROKES_MAX - now.strokes;
  if (STROKES_LEFT_MARKS.some((mark) => left <= mark && STROKES_MAX - before.strokes > mark)) {
    told.push(words.strokesLeft(left));
  }
  const passes = (mark: number) =>
    STROKES_SIZE_MAX - now.bytes <= mark && STROKES_SIZE_MAX - before.bytes > mark;
  const near = SIZE_LEFT_MARKS.find(passes);
  if (near) told.push(words.sizeLeft(limitSize(near)));
  return told;
}

/** What an undo or redo changes, and must have room in. */
export interface Room {
  readonly strokes: readonly Stroke[];
  readonly underlay: Underlay | undefined;
  readonly paper: Paper | undefined;
  readonly layers: readonly Layer[] | undefined;
  /** The last layers among which one was, if that is known. */
  among?(layer: string): readonly Layer[] | undefined;
  readonly size: InkSize;
}

/** The message for an undo or redo for which the drawing has no room; undefined if it has. */
export function noRoomWords({ growth, operations }: HistoryChange, room: Room): string | undefined {
  if (growth > 0 && room.strokes.length + growth > STROKES_MAX) return words.mostStrokes(STROKES_MAX);
  return room.size.fits(operations) ? undefined : words.mostSize(limitSize(DRAWING_MAX));
}

/** The message for an undo or redo whose strokes were erased elsewhere, or whose photo or paper was changed there. */
export function missingWords(
  verb: 'undo' | 'redo',
  missing: number,
  all: number,
  kind: Step['kind'],
): string {
  if (kind === 'underlay') return verb === 'undo' ? words.undoneNoPhoto : words.redoneNoPhoto;
  if (kind === 'paper') return verb === 'undo' ? words.undoneNoPaper : words.redoneNoPaper;
  if (missing === all) return verb === 'undo' ? words.undoneNone(all) : words.redoneNone(all);
  return verb === 'undo' ? words.undoneSome(missing, all) : words.redoneSome(missing, all);
}

/** The message for an undo or redo whose layers are gone, or found no room. */
export function resettledWords(
  { lost, among, into, isDrawnOn }: Resettled,
  layers: readonly Layer[] = [],
): string {
  if (lost.length === 0) return layerWords.cameTo(nameOf(into, layers));
  const names = lost.map((layer) => nameOf(layer, among));
  return layerWords.noRoomFor(LAYERS_MAX, names, isDrawnOn ? nameOf(into, layers) : undefined);
}
