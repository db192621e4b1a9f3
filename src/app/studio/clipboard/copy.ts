/** Copies, cuts and duplicates the selected strokes: into the app's own clipboard, and as SVG into the system's. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { FILE_MAX } from '../../../ink/formats/common/limits.ts';
import { byTouch } from '../../platform/media-query.ts';
import { newId } from '../../platform/new-id.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { dismissToast } from '../../ui/toasts.ts';
import { clipboard as words } from '../../words/en/studio/clipboard.ts';
import type { ShortcutContext } from '../controls/shortcut.ts';
import { toastOf, toastWithUndo } from '../session/toast-with-undo.ts';
import { adding } from '../tool-settings/tool-settings.ts';
import { keepClip } from './clip.ts';
import { showingLong } from './long-work.ts';
import { paste } from './paste.ts';
import { writeSvg } from './system-clipboard.ts';

/** Characters of the SVG for each point, roughly. */
const PER_POINT = 45;
/** Parts of the SVG between two looks at the clock. */
const AT_ONCE = 50;

/** Adds a copy beside the selection. */
export function duplicateSelection({ session, ink }: ShortcutContext): void {
  // Strokes that are still carried by arrow keys are put down first.
  ink.selection.putDown();
  const { isErased } = ink.selection;
  const before = session.strokes.value.length;
  ink.selection.duplicate();
  // The copy is to be moved.
  adding.value = false;
  if (isErased && session.strokes.value.length > before) toastWithUndo(session, words.whole);
}

export function copySelection(context: ShortcutContext): void {
  void take(context, false);
}

/** Undo brings the strokes back. */
export function cutSelection(context: ShortcutContext): void {
  void take(context, true);
}

/** Key of the last message about a copy, which a newer one replaces. */
let shown: number | undefined;

async function take({ session, ink }: ShortcutContext, isCut: boolean): Promise<void> {
  // Strokes that are still carried by arrow keys are put down first.
  ink.selection.putDown();
  const { strokes } = ink.selection;
  if (strokes.length === 0) return;
  const name = newId();
  const isWhole = ink.selection.isErased;
  const clip = keepClip({ name, strokes, from: session.id, isCut, isWhole });
  // In the same task as the press, or the browser would refuse.
  const points = strokes.reduce((sum, { points }) => sum + points.length, 0);
  const svg = svgOf(strokes, name);
  const isTooMuch = svg.then(
    () => false,
    (error) => error instanceof TooMuch,
  );
  const writing = writeSvg(svg, points * PER_POINT);
  if (isCut) ink.selection.erase();
  clip.isWritten = await showingLong(session, writing, words.copying);
  const told = [isCut ? words.cutOut(strokes.length) : words.copied(strokes.length)];
  if (isWhole) told.push(words.whole);
  if (!clip.isWritten) told.push((await isTooMuch) ? words.tooMuch : words.onlyHere);
  // Without keys, pasting is far away, in a menu. The app's own clipboard needs no permission.
  const offer = { label: words.paste, run: () => void paste({ session, ink }, undefined) };
  dismissToast(shown);
  const { done } = session.history.now.peek();
  const isThere = () => !isCut || session.history.now.value.done >= done;
  // It speaks of pasting, so it ends with the first paste.
  const isNew = () => clip.pasted.value === 0;
  shown = toastOf(session, told.join(' '), () => isNew() && isThere(), byTouch() ? offer : undefined);
}

/** The strokes are longer than any paste takes. */
class TooMuch extends Error {}

async function svgOf(strokes: readonly Stroke[], name: string): Promise<string> {
  const { carryingParts, exportArea } = await import('../../../ink/formats/index.ts');
  const area = exportArea(strokes);
  if (!area) return '';
  const texts: string[] = [];
  let length = 0;
  const { signal } = new AbortController();
  for (const part of carryingParts(strokes, area, name)) {
    texts.push(part);
    length += part.length;
    // What no paste would take is not written.
    if (length > FILE_MAX) throw new TooMuch();
    if (texts.length % AT_ONCE === 0) await yieldToMain(signal);
  }
  return texts.join('');
}
