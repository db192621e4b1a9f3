/** Adds the strokes of a file to the open drawing, at the place of the drop and as one step of undo. */
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { strokesBounds } from '../../ink/index.ts';
import type { OnScreen } from '../studio/session/on-screen.ts';
import type { Session } from '../studio/session/session.ts';

/** Undoes a change to the open drawing, while it is the last change. */
export interface Undo {
  readonly possible: () => boolean;
  readonly run: () => void;
}

/** Number of strokes that a drawing can still hold. */
export function strokesLeft(session: Session): number {
  return Math.max(0, STROKES_MAX - session.strokes.value.length);
}

/** Coordinates are rounded to thousandths. */
const SCALE = 1000;

/** True if the drawing stays within its limit of size with these strokes. */
export function fitsSize(session: Session, strokes: readonly Stroke[]): boolean {
  return session.size.fits(strokes.map((stroke) => ({ kind: 'insert', stroke, place: 'top' })));
}

/**
 * Adds strokes, centred at a place of the window.
 * @param place CSS px; the canvas fills the window
 * @param title for the drawing, if it is blank
 * @returns how to undo this; undefined if nothing was added
 */
export function addToDrawing(
  { session, ink }: OnScreen,
  strokes: readonly Stroke[],
  place: { readonly x: number; readonly y: number },
  title: string,
): Undo | undefined {
  const bounds = strokesBounds(strokes);
  if (!bounds) return undefined;
  const { camera } = ink;
  const dx = camera.x + place.x / camera.zoom - (bounds.minX + bounds.maxX) / 2;
  const dy = camera.y + place.y / camera.zoom - (bounds.minY + bounds.maxY) / 2;
  const moved = strokes.map((stroke): Stroke => {
    const points = stroke.points.map(([x, y]): Point => [thousandths(x + dx), thousandths(y + dy)]);
    return { ...stroke, points };
  });
  const isBlank = session.strokes.value.length === 0 && session.title.value === '';
  session.edit({ kind: 'add', strokes: session.active.ofNew(moved) });
  if (isBlank && title !== '') session.rename(title);
  const after = session.history.now.value;
  return {
    possible: () => session.history.now.value === after && session.history.canUndo.value,
    run: () => session.history.undo(),
  };
}

function thousandths(v: number): number {
  return Math.round(v * SCALE) / SCALE + 0;
}
