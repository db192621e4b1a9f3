/** Files into drawings: one after the other, a slice at a time, each to be stopped at any moment. */
import { signal } from '@preact/signals';
import { DRAWING_MAX, STROKES_MAX, STROKES_SIZE_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { type FileReading, Refused, readFile } from '../../ink/formats/index.ts';
import { thumbnail } from '../../ink/output/thumbnail.ts';
import { holdUpdates } from '../client/worker-bridge.ts';
import { sendTrash } from '../gallery/list/changes.ts';
import { newId } from '../platform/new-id.ts';
import { yieldToMain } from '../platform/yield-to-main.ts';
import { drawingAddress, navigate } from '../router.ts';
import { onScreen } from '../studio/session/on-screen.ts';
import { imports as texts } from '../words/en/import.ts';
import { limitSize } from '../words/format.ts';
import { problemWords } from '../words/problems.ts';
import { leftOutWords, refusalWords } from './import-words.ts';
import { addToDrawing, roomOf, takesSize } from './onto-drawing.ts';
import { storeDrawing } from './store-drawing.ts';
import { partTitle, titleOf } from './titles.ts';

export interface Intake {
  readonly files: readonly File[];
  /**
   * Dropped on the open drawing, at this place of the window (CSS px): it goes there. Else it becomes a new
   * drawing.
   */
  readonly onto?: { readonly x: number; readonly y: number };
  /** Shows the new drawing when it is made. */
  readonly open?: boolean;
}

/** What became of one file. */
export interface Outcome {
  readonly key: string;
  readonly name: string;
  readonly ok: boolean;
  /** A sentence: what was made of it, or why nothing was. */
  readonly words: string;
  /** What was left out, in words; `""` for nothing. */
  readonly leftOut: string;
  /** Drawings that were made. */
  readonly ids: readonly string[];
  /** Takes back what was done to the open drawing, while nothing was done since. */
  readonly undo?: { readonly possible: () => boolean; readonly run: () => void };
}

export interface ImportProgress {
  readonly name: string;
  readonly doing: 'reading' | 'saving';
  /** 0..1 */
  readonly done: number;
}

/** The file that is being taken in. */
export const running = signal<ImportProgress | undefined>(undefined);
/** What became of those before it, until somebody has looked. */
export const outcomes = signal<readonly Outcome[]>([]);

let stop = new AbortController();
let last: Promise<void> = Promise.resolve();

holdUpdates(() => running.value !== undefined);

/** Ends what is under way; of a drawing that is half made nothing stays on the shelf. */
export function cancelImport(): void {
  stop.abort();
}

/** Takes the files in, after those that are under way. */
export function importFiles(intake: Intake): Promise<void> {
  last = last.then(() => importAll(intake));
  return last;
}

async function importAll({ files, onto, open }: Intake): Promise<void> {
  stop = new AbortController();
  outcomes.value = [];
  const made: string[] = [];
  for (const file of files) {
    if (stop.signal.aborted) break;
    const outcome = await importOne(file, onto, stop.signal);
    outcomes.value = [...outcomes.value, outcome];
    made.push(...outcome.ids);
  }
  running.value = undefined;
  const [only] = made;
  if (open && only !== undefined && made.length === 1) navigate(drawingAddress(only));
}

async function importOne(file: File, onto: Intake['onto'], signal: AbortSignal): Promise<Outcome> {
  const { name } = file;
  const base = { key: newId(), name, ids: [] };
  const show = (doing: ImportProgress['doing'], done: number) => {
    running.value = { name, doing, done };
  };
  try {
    show('reading', 0);
    const reading = await readFile(file, signal, (done) => show('reading', done));
    const strokes = await parsed(reading.strokes, signal);
    const leftOut = leftOutWords(reading.leftOut);
    const shown = onto && onScreen();
    if (shown) {
      const room = roomOf(shown.session);
      if (strokes.length > room) throw new Error(texts.noRoom(strokes.length, room));
      if (!takesSize(shown.session, strokes)) throw new Error(texts.tooLarge(limitSize(DRAWING_MAX)));
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

/** Strokes that are parsed at once. */
const TOGETHER = 250;

async function parsed(texts: readonly string[], signal: AbortSignal): Promise<Stroke[]> {
  const strokes: Stroke[] = [];
  for (let i = 0; i < texts.length; i += TOGETHER) {
    const some: readonly Stroke[] = JSON.parse(`[${texts.slice(i, i + TOGETHER).join()}]`);
    strokes.push(...some);
    await yieldToMain(signal);
  }
  return strokes;
}

/** A drawing, or as many as its strokes need. Answers their ids. */
async function makeDrawings(
  { title, strokes: texts, dates }: FileReading,
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
      const thumb = (await thumbnail(strokes.slice(from, to))) ?? '';
      signal.throwIfAborted();
      const drawing = {
        title: partTitle(titleOf(title, fileName), part, ends.length),
        strokes: texts.slice(from, to),
        thumb,
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
    // Half of a drawing is none: what is there goes to the trash, from where it can still be had.
    for (const id of begun) await sendTrash(id).catch(() => undefined);
    throw error;
  }
}

/** Where each of the drawings ends that the strokes become: at one of the limits, or at the last stroke. */
export function partEnds(texts: readonly string[]): number[] {
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
