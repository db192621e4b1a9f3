/** Pastes strokes: those copied here, or an SVG or another drawing from the system's clipboard. */
import { effect } from '@preact/signals';
import { DRAWING_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Refusal } from '../../../ink/formats/index.ts';
import { movedBy, strokesBounds, transformed } from '../../../ink/index.ts';
import { isApple, printedKeys } from '../../keys/printed-keys.ts';
import { byTouch } from '../../platform/media-query.ts';
import { yieldToMain } from '../../platform/yield-to-main.ts';
import { clipboard as words } from '../../words/en/studio/clipboard.ts';
import { limitSize } from '../../words/format.ts';
import { problemWords } from '../../words/problems.ts';
import type { ShortcutContext } from '../controls/shortcut.ts';
import { sizeOf } from '../document/ink-size.ts';
import { strokeKey } from '../document/stroke-key.ts';
import { showClosed } from '../layer-panel/show-closed.ts';
import { penDown } from '../saving/busy.ts';
import { toastOf, toastWithUndo } from '../session/toast-with-undo.ts';
import { withLasso } from '../tool-settings/lent-lasso.ts';
import { adding } from '../tool-settings/tool-settings.ts';
import { saysPhoto } from '../underlay/fit/said-kind.ts';
import { visiblePaper } from '../viewport/visible-paper.ts';
import { type Clip, clipFor, isDrawing } from './clip.ts';
import { showingLong } from './long-work.ts';
import { pasteMove } from './place.ts';
import { readClipboard } from './system-clipboard.ts';

/** Strokes that are parsed in one slice. */
const AT_ONCE = 250;

interface Pasted {
  readonly strokes: readonly Stroke[];
  /** The app's own copy; undefined for strokes that were read from a text. */
  readonly clip?: Clip;
  /** A sentence about what was left out; `""` if nothing was. */
  readonly leftOut: string;
}

/** Why a text was refused. Each code has words, because those for a file speak of a file. */
const OF_TEXT: Readonly<Record<Refusal['code'], string>> = {
  ...words.refusals,
  // Something else.
  empty: words.nothing,
  unreadable: words.nothing,
  zip: words.nothing,
  picture: words.nothing,
  unknown: words.nothing,
  no_svg: words.nothing,
  other_json: words.nothing,
};

/** Nothing was pasted. The message is a sentence for the person. */
class NotPasted extends Error {}

/** Stops the paste that is in progress. A later one takes its place. */
let stop = new AbortController();

/** Pastes what the system's clipboard has, after a press on a button. */
export async function pasteFromClipboard(context: ShortcutContext): Promise<void> {
  const text = await readClipboard();
  await paste(context, text);
}

/**
 * Pastes, or shows a message that says why not. Never throws.
 * @param given a file, or the clipboard's text; undefined if the browser does not let the page read it
 */
export async function paste(context: ShortcutContext, given: File | string | undefined): Promise<void> {
  const { session } = context;
  if (penDown.value) return;
  if (session.phase.value.kind !== 'open') {
    toastOf(session, words.opening, () => !session.isRead);
    return;
  }
  if (given instanceof File && saysPhoto(given)) {
    const { ink } = context;
    const actions = await import('../underlay/photo-actions.ts').catch(() => undefined);
    if (actions) void actions.takePhoto({ session, ink: () => ink }, given);
    else toastOf(session, words.codeMissing);
    return;
  }
  if (!session.active.takesNew) {
    showClosed(session);
    return;
  }
  stop.abort();
  stop = new AbortController();
  const own = stop;
  const work = async () => {
    const pasted = await strokesOf(given, own.signal);
    // The person may be elsewhere by now.
    if (session.isShown.peek()) await add(context, pasted, own.signal);
  };
  try {
    await showingLong(session, work(), words.pasting, { label: words.cancel, run: () => own.abort() });
  } catch (error) {
    if (own !== stop) return;
    toastOf(session, own.signal.aborted ? words.cancelled : `${words.notPasted} ${problemWords(error)}`);
  }
}

/** @throws NotPasted, or the signal's reason if stopped */
async function strokesOf(given: File | string | undefined, signal: AbortSignal): Promise<Pasted> {
  const { namingCopy, readFile, Refused } = await loadFormats();
  const nameOf = async (text: string) => {
    const steps = namingCopy(text);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await yieldToMain(signal);
    }
  };
  const clip = given instanceof File ? undefined : await clipFor(given, nameOf);
  if (clip) return { strokes: clip.strokes, clip, leftOut: clip.isWhole ? words.whole : '' };
  if (given === undefined) {
    const key = printedKeys('Ctrl+V', isApple(navigator.platform)).join('+');
    throw new NotPasted(byTouch() ? words.refusedTouch : words.refused(key));
  }
  if (typeof given === 'string' && !isDrawing(given)) throw new NotPasted(words.nothing);
  const { leftOutWords, refusalWords } = await import('../../import/import-words.ts');
  const { inkAlone } = await import('../../import/ink-alone.ts');
  try {
    const file = typeof given === 'string' ? new File([given], 'clipboard') : given;
    const reading = await readFile(file, signal, () => {});
    const strokes: Stroke[] = [];
    for (let i = 0; i < reading.strokes.length; i += AT_ONCE) {
      const some: readonly Stroke[] = JSON.parse(`[${reading.strokes.slice(i, i + AT_ONCE).join()}]`);
      strokes.push(...some);
      await yieldToMain(signal);
    }
    const ink = inkAlone(strokes, reading.members.layers, reading.leftOut);
    return { strokes: ink.strokes, leftOut: leftOutWords(ink.leftOut) };
  } catch (error) {
    if (error instanceof Refused) {
      throw new NotPasted(
        typeof given === 'string' ? OF_TEXT[error.refusal.code] : refusalWords(error.refusal),
      );
    }
    throw error;
  }
}

async function loadFormats(): Promise<typeof import('../../../ink/formats/index.ts')> {
  try {
    return await import('../../../ink/formats/index.ts');
  } catch {
    throw new NotPasted(words.codeMissing);
  }
}

/**
 * Adds the strokes on top and selects them, as one step of undo.
 * @throws NotPasted if they do not fit, or the signal's reason if stopped
 */
async function add(
  { session, ink }: ShortcutContext,
  { strokes, clip, leftOut }: Pasted,
  signal: AbortSignal,
): Promise<void> {
  const bounds = strokesBounds(strokes);
  const view = visiblePaper(ink.camera);
  if (!bounds || !view) throw new NotPasted(words.nothing);
  const checkRoom = () => {
    const room = Math.max(0, STROKES_MAX - session.strokes.value.length);
    if (strokes.length > room) throw new NotPasted(words.noRoom(strokes.length, room));
  };
  checkRoom();
  const isOwn = clip?.from === session.id;
  const isThere = isOwn && hasAny(session.strokes.value, strokes);
  const { dx, dy } = pasteMove({
    bounds,
    view,
    zoom: ink.camera.zoom,
    pasted: clip?.pasted.value ?? 0,
    // Undo may have brought back what was cut.
    own: !isOwn ? 'elsewhere' : clip.isCut && !isThere ? 'cut' : 'there',
  });
  const by = movedBy(dx, dy);
  const moved: Stroke[] = [];
  for (const stroke of strokes) {
    moved.push(transformed(stroke, by));
    if (moved.length % AT_ONCE === 0) await yieldToMain(signal);
  }
  const added = session.active.ofNew(ink.renewed(moved));
  let bytes = 0;
  for (const [i, stroke] of added.entries()) {
    bytes += sizeOf(stroke);
    // Undo asks for the key of each: of 20,000 at once that would take a quarter of a second, as their size would.
    strokeKey(stroke);
    if (i % AT_ONCE === 0) await yieldToMain(signal);
  }
  await penUp();
  signal.throwIfAborted();
  if (!session.isShown.peek()) return;
  // Something may have been drawn meanwhile.
  checkRoom();
  if (!session.size.hasRoomFor(bytes)) throw new NotPasted(words.tooLarge(limitSize(DRAWING_MAX)));
  if (clip) clip.pasted.value++;
  session.edit({ kind: 'add', strokes: added });
  adding.value = false;
  withLasso(() => ink.selection.set(added));
  toastWithUndo(session, [words.pasted(added.length), leftOut].filter(Boolean).join(' '));
}

/** True if a drawing has any of these strokes, or one that equals it. */
function hasAny(all: readonly Stroke[], some: readonly Stroke[]): boolean {
  const keys = new Set(some.map(strokeKey));
  return all.some((stroke) => keys.has(strokeKey(stroke)));
}

/** Waits until no stroke is being drawn: the lasso takes the tool's place. */
function penUp(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (penDown.value) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
