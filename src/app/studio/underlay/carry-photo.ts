/** The photo of a drawing goes along into a copy that continues it. */
import { toast } from '../../ui/toasts.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import type { Session } from '../session/session.ts';
import { photoOf } from './photo.ts';

/** Keeps the photo for the copy too, and then puts it in its place there. Says so if the copy is without it. */
export async function carryPhoto(from: Session, copy: Session): Promise<void> {
  const underlay = from.underlay.value;
  if (!underlay) return;
  try {
    const photo = await photoOf(from).find(underlay.sha256);
    if (!photo) {
      toast(words.notHereToCarry);
      return;
    }
    // A host takes no photo of a drawing that it does not have.
    await copy.untilStored(new AbortController().signal);
    await photoOf(copy).keep(photo);
    copy.continuePhoto(underlay);
  } catch {
    toast(words.notCarried);
  }
}
