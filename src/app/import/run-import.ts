/** Imports files, one after the other. The work is done in slices and can be cancelled at any moment. */
import { signal } from '@preact/signals';
import { DRAWING_MAX, STROKES_MAX, STROKES_SIZE_MAX } from '../../core/drawing/limits.ts';
import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { type FileReading, Refused, readFile } from '../../ink/formats/index.ts';
import { thumbnail } from '../../ink/output/thumbnail.ts';
import { holdUpdates } from '../client/worker-bridge.ts';
import { sendTrash } from '../gallery/list/changes.ts';
import { newId } from '../platform/new-id.ts';
import { yieldToMain } from '../platform/yield-to-main.ts';
import { drawingAddress, navigate } from '../router.ts';
import { closedWords } from '../studio/layers/layer-names.ts';
import { onScreen } from '../studio/session/on-screen.ts';
import { saysPhoto } from '../studio/underlay/fit/said-kind.ts';
import { toast } from '../ui/toasts.ts';
import { imports as texts } from '../words/en/import.ts';
import { photo as photoWords } from '../words/en/studio/photo.ts';
import { limitSize } from '../words/format.ts';
import { problemWords } from '../words/problems.ts';
import { addToDrawing, fitsSize, strokesLeft, type Undo } from './add-to-drawing.ts';
import { leftOutWords, refusalWords } from './import-words.ts';
import { inkAlone } from './ink-alone.ts';
import { storeDrawing } from './store-drawing.ts';
import { partTitle, titleOf } from './titles.ts';

export interface ImportRequest {
  readonly files: readonly File[];
  /**
   * Where the files were dropped on the open drawing, CSS px of the window. Without it they become new
   * drawings.
   */
  readonly onto?: { readonly x: number; readonly y: number };
  /** True to open the new drawing afterwards. */
  readonly open?: boolean;
}

/** The result of one file. */
export interface Outcome {
  readonly key: string;
  readonly name: string;
  readonly ok: boolean;
  /** A sentence: what was imported, or why nothing was. */
  readonly words: string;
  /** A sentence about left-out parts; `""` if there are none. */
  readonly leftOut: string;
  /** Ids of the new drawings. */
  readonly ids: readonly string[];
  /** Given if strokes were added to the open drawing. */
  readonly undo?: Undo;
}

export interface ImportProgress {
  /** Of the file. */
  readonly name: string;
  readonly doing: 'reading' | 'saving';
  /** Fraction, 0 to 1. */
  readonly done: number;
}

/** The progress of the current file; undefined if none is imported. */
export const running = signal<ImportProgress | undefined>(undefined);
/** The results of the last import, until they are dismissed. */
export const outcomes = signal<readonly Outcome[]>([]);

let stop = new AbortController();
let last: Promise<void> = Promise.resolve();

holdUpdates(() => running.value !== undefined);

/** Cancels the running import. An incomplete drawing goes to the trash. */
export function cancelImport(): void {
  stop.abort();
}

/** Imports files, after all earlier requests. */
export function runImport(request: ImportRequest): Promise<void> {
  last = last.then(() => importAll(request));
  return last;
}

async function importAll({ files, onto, open }: ImportRequest): Promise<void> {
  stop = new AbortController();
  outcomes.value = [];
  const made: string[] = [];
  const shown = onto && onScreen();
  const photos = shown ? files.filter(saysPhoto) : [];
  const [photo, ...more] = photos;
  // A drawing has one, which its panel shows, with the work on it.
  if (shown && photo) {
    const { takePhoto } = await import('../studio/underlay/photo-actions.ts');
    void takePhoto({ session: shown.session, ink: () => onScreen()?.ink }, photo);
    if (more.length > 0) toast(photoWords.onlyOne);
  }
  for (const file of files) {
    if (photos.includes(file)) continue;
    if (stop.signal.aborted) break;
    const outcome = await importOne(file, onto, stop.signal);
    outcomes.value = [...outcomes.value, outcome];
    made.push(...outcome.ids);
  }
  running.value = undefined;
  const [only] = made;
  if (open && only !== undefined && made.length === 1) navigate(drawingAddress(only));
}

async function importOne(file: File, onto: ImportRequest['onto'], signal: AbortSignal): Promise<Outcome> {
  const { name } = file;
  const base = { key: newId(), name, ids: [] };
  const show = (doing: ImportProgress['doing'], done: number) => {
    running.value = { name, doing, done };
  };
  try {
    show('reading', 0);
    const reading = await readFile(file, signal, (done) => show('reading', done));
    const parsed = await parseStrokes(reading.strokes, signal);
    const shown = onto && onScreen();
    const { layers } = reading.members;
    const isOnInk = shown !== undefined && (shown.session.strokes.value.length > 0 || layers !== undefined);
    const taken = isOnInk
      ? inkAlone(parsed, layers, reading.leftOut)
      : { strokes: parsed, leftOut: reading.leftOut };
    const { strokes } = taken;
    const leftOut = leftOutWords(taken.leftOut);
    if (shown) {
      const { active, layers } = shown.session;
      if (!active.takesNew) throw new Error(closedWords(active.now.value, layers.value ?? ONE_LAYER));
      const room = strokesLeft(shown.session);
      if (strokes.length > room) throw new Error(texts.noRoom(strokes.length, room));
      if (!fitsSize(shown.session, strokes)) throw new Error(texts.tooLarge(limitSize(DRAWING_MAX)));
      const undo = addToDrawing(shown, strokes, onto, titleOf(reading.title, name));
      return {
        ...base,
        ok: true,
        words: texts.added(strokes.length),
        leftOut,
        ...(undo ? { undo } : {}),
      };
    }
    const ids = await makeDrawings(reading, strokes, name, signal, (done) => show('saving', done));
    const words =
      ids.length === 1 ? texts.imported(strokes.length) : texts.importedAs(ids.length, strokes.length);
    return { ...base, ok: true, words, leftOut, ids };
  } catch (error) {
    const words = signal.aborted ? texts.cancelled : `${texts.notImported} ${reasonOf(error)}`;
    return { ...base, ok: false, words, leftOut: '' };
  }
}

/** Strokes that are parsed in one slice. */
const PARSE_BATCH = 250;

async function parseStrokes(texts: readonly string[], signal: AbortSignal): Promise<Stroke[]> {
  const strokes: Stroke[] = [];
  for (let i = 0; i < texts.length; i += PARSE_BATCH) {
    const some: readonly Stroke[] = JSON.parse(`[${texts.slice(i, i + PARSE_BATCH).join()}]`);
    strokes.push(...some);
    await yieldToMain(signal);
  }
  return strokes;
}

/** Stores the strokes of a file as one drawing, or as several if one cannot hold them. Returns their ids. */
async function makeDrawings(
  { title, members, strokes: texts, dates }: FileReading,
  strokes: readonly Stroke[],
  fileName: string,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const ends = partEnds(texts);
  const begun: string[] = [];
  try {
    for (const [part, to] of ends.entries()) {
      const from = ends[part - 1] ?? 0;
      const thumb = (await thumbnail(strokes.slice(from, to), members.layers)) ?? '';
      signal.throwIfAborted();
      const drawing = {
        title: partTitle(titleOf(title, fileName), part, ends.length),
        strokes: texts.slice(from, to),
        thumb,
        ...members,
        dates,
      };
      const id = newId();
      await storeDrawing(id, drawing, {
        signal,
        onProgress: (stored) => onProgress((from + stored) / texts.length),
        begun: () => begun.push(id),
      });
    }
    return begun;
  } catch (error) {
    // Incomplete drawings go to the trash, where they can still be restored.
    for (const id of begun) await sendTrash(id).catch(() => undefined);
    throw error;
  }
}

/**
 * Divides strokes among drawings, as many strokes in each as the limits allow.
 * @param texts the strokes as JSON
 * @returns for each drawing, the index after its last stroke
 */
function partEnds(texts: readonly string[]): number[] {
  const ends: number[] = [];
  let [from, size] = [0, 0];
  for (const [i, { length }] of texts.entries()) {
    if (i - from === STROKES_MAX || size + length + 1 > STROKES_SIZE_MAX) {
      ends.push(i);
      [from, size] = [i, 0];
    }
    size += length + 1;
  }
  return [...ends, texts.length];
}

function reasonOf(error: unknown): string {
  return error instanceof Refused ? refusalWords(error.refusal) : problemWords(error);
}
