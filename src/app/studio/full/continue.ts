/** The way on from a drawing that is full: another sheet, in the same place, with what was in sight. */
import { STROKES_MAX, STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Ink, inkLiesIn } from '../../../ink/index.ts';
import { drawingAddress, navigate } from '../../router.ts';
import { dismissToast, toast } from '../../ui/toasts.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { mostOfStroke } from '../document/content.ts';
import { openSession } from '../session/open-sessions.ts';
import type { Session } from '../session/session.ts';
import { seenPaper } from '../viewport/seen.ts';
import { continuedTitle } from './continued-title.ts';

/** Strokes that may come along, so that there is room to draw on. */
const CARRIED_MAX = STROKES_MAX * 0.75;
/** Bytes of them. */
const CARRIED_SIZE_MAX = STROKES_SIZE_MAX * 0.75;

/** Opens the sheet to go on with. The drawing itself stays as it is. */
export function continueInCopy(session: Session, ink: Ink): void {
  const { camera } = ink;
  const seen = seenPaper(camera);
  const inSight = seen ? session.strokes.value.filter((stroke) => inkLiesIn(stroke, seen)) : [];
  const carried = inSight.length <= CARRIED_MAX && isLight(inSight) ? inSight : [];
  const copy = openSession(undefined);
  copy.begin(continuedTitle(session.title.value), carried, camera);
  navigate(drawingAddress(copy.id));
  toast(carried.length > 0 ? words.copied(carried.length) : words.newSheet);
}

/** Do they leave room to draw on? */
function isLight(strokes: readonly Stroke[]): boolean {
  let left = CARRIED_SIZE_MAX;
  for (const stroke of strokes) left -= mostOfStroke(stroke);
  return left >= 0;
}

let said: number | undefined;

/** A stroke was not taken. Said once, however often it is tried. */
export function sayFull(session: Session, ink: Ink): void {
  dismissToast(said);
  said = toast(words.notTaken, {
    label: words.continueInCopy,
    run: () => continueInCopy(session, ink),
  });
}
