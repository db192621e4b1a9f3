/** Continues a full drawing in a new one, with the same view, the visible strokes and the photo. */
import { STROKES_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Ink, inkLiesIn } from '../../../ink/index.ts';
import { drawingAddress, navigate } from '../../router.ts';
import { dismissToast, toast } from '../../ui/toasts.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { mostOfStroke } from '../document/content.ts';
import { openSession } from '../session/open-sessions.ts';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';
import { visiblePaper } from '../viewport/visible-paper.ts';
import { continuedTitle } from './continued-title.ts';

/** Most strokes copied into the new drawing, to leave room for new ones. */
const CARRIED_MAX = STROKES_MAX * 0.75;
/** Most bytes of these strokes. */
const CARRIED_SIZE_MAX = STROKES_SIZE_MAX * 0.75;

/** Opens a new drawing that continues this one, which stays unchanged. */
export function continueInCopy(session: Session, ink: Ink): void {
  const { camera } = ink;
  const seen = visiblePaper(camera);
  const inSight = seen ? session.strokes.value.filter((stroke) => inkLiesIn(stroke, seen)) : [];
  const carried = inSight.length <= CARRIED_MAX && isLight(inSight) ? inSight : [];
  const copy = openSession(undefined);
  const members = { paper: session.paper.value, layers: session.layers.value };
  copy.begin(continuedTitle(session.title.value), carried, members, camera);
  navigate(drawingAddress(copy.id));
  if (session.underlay.value) {
    void import('../underlay/carry-photo.ts').then(({ carryPhoto }) => carryPhoto(session, copy));
  }
  toast(carried.length > 0 ? words.copied(carried.length) : words.newSheet);
}

/** True if the strokes leave room for new ones. */
function isLight(strokes: readonly Stroke[]): boolean {
  let left = CARRIED_SIZE_MAX;
  for (const stroke of strokes) left -= mostOfStroke(stroke);
  return left >= 0;
}

/** Key of the last message. */
let shownToast: number | undefined;

/** Shows that a stroke was refused, in one message at a time. */
export function showFullToast(session: Session, ink: Ink): void {
  dismissToast(shownToast);
  shownToast = toastOf(session, words.notTaken, undefined, {
    label: words.continueInCopy,
    run: () => continueInCopy(session, ink),
  });
}
