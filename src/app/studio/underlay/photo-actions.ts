/** What is done with the photo under a drawing. Each is one step of undo. */
import type { Underlay } from '../../../core/drawing/types.ts';
import type { Bounds, Ink } from '../../../ink/index.ts';
import { dismissToast } from '../../ui/toasts.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import { problemWords } from '../../words/problems.ts';
import { openPanel } from '../controls/panels.ts';
import type { Session } from '../session/session.ts';
import { toastOf, toastWithUndo } from '../session/toast-with-undo.ts';
import { paperUnder, visiblePaper } from '../viewport/visible-paper.ts';
import { type Fitted, fitPhoto } from './fit/fit-photo.ts';
import { Unfit } from './fit/unfit.ts';
import { photoOf } from './photo.ts';
import { reasonWords } from './photo-words.ts';
import { type PhotoSize, type Place, placeInSight, placeOfOther, roomBeside } from './place.ts';

/** How much of a new photo is seen: less than ink. */
const OPACITY = 0.6;
/** What the frame reaches beyond a photo, with some of the panel, which is higher once there is one; CSS px. */
const HANDLES = { above: 40, below: 34 };

export interface PhotoContext {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
}

let stop = new AbortController();
/** What was said last of a picture: no longer true of the next. */
let said: number | undefined;

/** Stops the work on a chosen picture. */
export function cancelPhoto(): void {
  stop.abort();
}

/** Puts a picture under the drawing, in the place of the one before, or says why not. Never throws. */
export async function takePhoto({ session, ink }: PhotoContext, file: File): Promise<void> {
  if (session.phase.value.kind !== 'open') {
    toastOf(session, words.opening, () => !session.isRead);
    return;
  }
  stop.abort();
  dismissToast(said);
  const own = new AbortController();
  stop = own;
  const photo = photoOf(session);
  openPanel.value = 'photo';
  photo.work.value = 'fitting';
  try {
    const fitted = await fitPhoto(file, own.signal);
    photo.work.value = 'keeping';
    await session.untilStored(own.signal);
    const shown = photo.shown.value;
    const sha256 = await photo.keep(fitted.photo);
    own.signal.throwIfAborted();
    const engine = ink();
    const before = session.underlay.value;
    const seen = engine && paperInSight(engine);
    const place = before ? placeOfOther(before, before, fitted) : seen && placeInSight(fitted, seen);
    // The person has left the drawing.
    if (!place) return;
    session.setUnderlay(underlay(place, fitted, sha256, before ?? undefined));
    if (before && before.sha256 !== sha256) toastWithUndo(session, words.replaced);
    // One that was missing is seen now: nothing is to be said.
    else if (before && shown.kind === 'ready') said = toastOf(session, words.same);
  } catch (error) {
    const isOther = own !== stop;
    if (own.signal.aborted && !isOther) said = toastOf(session, words.cancelled);
    else if (!own.signal.aborted) said = toastOf(session, `${words.notAdded} ${problemOf(error)}`);
  } finally {
    if (own === stop) photo.work.value = undefined;
  }
}

/** The paper in sight beside the panel, with room above and below for the handles of a frame around all of it. */
function paperInSight({ camera }: Ink): Bounds | undefined {
  const seen = visiblePaper(camera);
  if (!seen) return undefined;
  const room = roomBeside(seen, paperUnder(camera, '.photo-panel'), camera.zoom);
  const minY = room.minY + HANDLES.above / camera.zoom;
  const maxY = room.maxY - HANDLES.below / camera.zoom;
  return maxY - minY > (room.maxY - room.minY) / 2 ? { ...room, minY, maxY } : room;
}

function underlay(
  place: Place,
  { width, height }: Fitted,
  sha256: string,
  before: Underlay | undefined,
): Underlay {
  const { x, y, scale, angle } = place;
  const opacity = before?.opacity ?? OPACITY;
  return { x, y, scale, angle, opacity, visible: true, locked: false, width, height, sha256 };
}

function problemOf(error: unknown): string {
  return error instanceof Unfit ? reasonWords(error.reason) : problemWords(error);
}

/** Changes how the photo lies under the drawing. */
export function changePhoto({ session }: PhotoContext, change: Partial<Underlay>): void {
  const now = session.underlay.value;
  if (now) session.setUnderlay({ ...now, ...change });
}

/** Puts the photo back in sight, upright. */
export function fitOnScreen(context: PhotoContext, size: PhotoSize): void {
  const engine = context.ink();
  const seen = engine && paperInSight(engine);
  if (seen) changePhoto(context, placeInSight(size, seen));
}

export function removePhoto({ session }: PhotoContext): void {
  if (!session.underlay.value) return;
  session.setUnderlay(null);
  toastWithUndo(session, words.removed);
}
