/**
 * Writes lines onto the drawing, as strokes, at a visible place without ink. The strokes are selected and are one step
 * of undo.
 */
import { COORDINATE_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';
import { contains, freeCorner, type Ink, write, writingStrokes } from '../../../ink/index.ts';
import { stamp as words } from '../../words/en/studio/stamp.ts';
import { showClosed } from '../layer-panel/show-closed.ts';
import { penDown } from '../saving/busy.ts';
import type { Session } from '../session/session.ts';
import { toastOf, toastWithUndo } from '../session/toast-with-undo.ts';
import { withLasso } from '../tool-settings/lent-lasso.ts';
import { color } from '../tool-settings/tool-settings.ts';
import { paperUnder, visiblePaper } from '../viewport/visible-paper.ts';

/** CSS px per unit of the handwriting. Capitals are then 12.6 px high. */
const PER_UNIT = 0.9;
/** CSS px between the stamp and the edges of the visible paper. */
const MARGIN = 24;
/**
 * CSS px kept free at the bottom for the message and the selection bar, in windows that are not wide enough for
 * all.
 */
const FOOT = [
  { query: '(max-width: 21.99rem)', height: 216 },
  { query: '(max-width: 33.99rem)', height: 180 },
  { query: '(max-width: 79.99rem)', height: 136 },
];
/** The same in wider windows, of a stamp that would reach under the selection bar. */
const WIDE_FOOT = 136;

export interface Stamp {
  readonly lines: readonly string[];
  /** Said once it is on the drawing. */
  readonly added: string;
  /** True if no window has room for it beside the selection bar. */
  readonly isWide?: boolean;
}

/** @param make called only if a stamp can be placed now; undefined if there is nothing to write, which it has then said */
export function placeStamp(session: Session, ink: Ink, make: (session: Session) => Stamp | undefined): void {
  const view = visiblePaper(ink.camera);
  if (penDown.value || session.phase.value.kind !== 'open' || !view) return;
  if (!session.active.takesNew) {
    showClosed(session);
    return;
  }
  const stamp = make(session);
  if (stamp === undefined) return;
  const written = write(stamp.lines);
  const { zoom } = ink.camera;
  const margin = MARGIN / zoom;
  const [width, height] = [view.maxX - view.minX - 2 * margin, view.maxY - view.minY - 2 * margin];
  const scale = Math.min(PER_UNIT / zoom, width / written.width, height / written.height);
  const block = { width: written.width * scale, height: written.height * scale };
  const map = paperUnder(ink.camera, '.map-card.shown');
  const wideFoot = stamp.isWide ? WIDE_FOOT : 0;
  const foot = (FOOT.find(({ query }) => matchMedia(query).matches)?.height ?? wideFoot) / zoom;
  const free = foot <= height - block.height ? { ...view, maxY: view.maxY - foot } : view;
  const at = freeCorner(session.strokes.value, free, block, margin, map ? [map] : []);
  const place = { minX: at.x, minY: at.y, maxX: at.x + block.width, maxY: at.y + block.height };
  const strokes = session.active.ofNew(writingStrokes(written, { at, scale, zoom, color: color.value }));
  if (session.strokes.value.length + strokes.length > STROKES_MAX || session.full.value) {
    toastOf(session, words.noRoom(strokes.length));
  } else if (!contains(PAPER, place)) {
    toastOf(session, words.edge);
  } else {
    session.edit({ kind: 'add', strokes });
    withLasso(() => ink.selection.set(strokes));
    toastWithUndo(session, stamp.added);
  }
}

const PAPER = {
  minX: -COORDINATE_MAX,
  minY: -COORDINATE_MAX,
  maxX: COORDINATE_MAX,
  maxY: COORDINATE_MAX,
};
