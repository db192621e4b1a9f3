/**
 * Keeps the edits that are made while a drawing opens on this device, until they are saved with it: the browser may end
 * the page before that. The next page that opens the drawing gets them.
 */
import { onLayer } from '../../../../core/drawing/members/change-layers.ts';
import { BASE } from '../../../../core/drawing/members/layers.ts';
import type { Stroke } from '../../../../core/drawing/types.ts';
import type { EarlyMoves, EarlyPage } from '../../../early/early-moves.ts';
import {
  type EarlyRecord,
  forgetEarly,
  readEarly,
  readEarlyMoves,
  readEarlyPages,
  writeEarly,
} from '../../document/drawing-memory.ts';
import { strokeKey } from '../../document/stroke-key.ts';

export const NOTHING_LEFT: EarlyRecord = { title: '', strokes: [] };

/** Makes strokes of what was drawn before the app came, with the brush that this device has in hand. */
export type DrawLeft = (left: EarlyMoves) => readonly Stroke[];

/** One for each time that a drawing is opened. While another page opens the drawing too, only that one keeps. */
export class EarlyKeeper {
  readonly #id: string;
  readonly #drawLeft: DrawLeft;
  readonly #left: Promise<EarlyRecord>;
  #writing: Promise<unknown>;
  /** Title and strokes as they are now; undefined until there are any. */
  #now: EarlyRecord | undefined;
  /** The page that keeps what was drawn here before the app came, if that is not forgotten. */
  #page: EarlyPage | undefined;
  /** False while another page keeps what is drawn on this drawing. */
  #keeps = false;
  #hasAny = false;
  #letGo = () => {};

  constructor(id: string, drawLeft: DrawLeft) {
    this.#id = id;
    this.#drawLeft = drawLeft;
    this.#left = this.#begin();
    this.#writing = this.#left;
  }

  /** What a page that was ended has left. */
  get left(): Promise<EarlyRecord> {
    return this.#left;
  }

  /** Keeps title and strokes as they are now, beside what was left. */
  keep(now: EarlyRecord): void {
    this.#now = now;
    this.#write();
  }

  /** What a page has kept before the app came is among the edits now, as far as it was drawn. */
  takeOver(page: EarlyPage): void {
    this.#page = page;
    this.#write();
  }

  /** All of it is saved. */
  forget(): void {
    this.#writing = this.#writing.then(async () => {
      const keys = this.#keeps && this.#hasAny ? [this.#id] : [];
      if (this.#page) keys.push(this.#page.key);
      if (keys.length > 0) await forgetEarly(keys);
      this.#keeps = false;
      this.#page?.letGo();
      this.#letGo();
    });
  }

  #write(): void {
    this.#writing = this.#writing.then(async () => {
      if (!this.#keeps) return;
      const left = await this.#left;
      const page = this.#page;
      const keys = page ? [page.key] : [];
      let isDone: boolean;
      if (this.#now) {
        // All at once: the first stroke alone must not take the place of what the page has kept.
        const { title, strokes } = this.#now;
        this.#hasAny = true;
        const all = { title: title || left.title, strokes: [...left.strokes, ...strokes] };
        isDone = await writeEarly(this.#id, all, keys);
      } else isDone = await forgetEarly(keys);
      if (!isDone || !page) return;
      page.letGo();
      this.#page = undefined;
    });
  }

  #begin(): Promise<EarlyRecord> {
    // The lock says that the page that keeps something still runs. Without locks there is nobody to ask.
    if (!navigator.locks) return this.#take();
    return new Promise((resolve) => {
      const held = navigator.locks.request(`early ${this.#id}`, { ifAvailable: true }, async (lock) => {
        if (!lock) {
          resolve(NOTHING_LEFT);
          return;
        }
        const gone = new Promise<void>((letGo) => {
          this.#letGo = letGo;
        });
        resolve(await this.#take());
        await gone;
      });
      held.catch(() => resolve(NOTHING_LEFT));
    });
  }

  async #take(): Promise<EarlyRecord> {
    const left = await readEarly(this.#id);
    this.#keeps = true;
    this.#hasAny = left !== undefined;
    return this.#takePages(left ?? NOTHING_LEFT);
  }

  /** Adds what pages have left that ended before the app came. */
  async #takePages(left: EarlyRecord): Promise<EarlyRecord> {
    const taken: string[] = [];
    const strokes = [...left.strokes];
    for (const key of await readEarlyPages(this.#id)) {
      const moves = await readLeft(key);
      if (!moves) continue;
      try {
        strokes.push(...this.#drawLeft(moves));
        taken.push(key);
      } catch {
        // It stays for an app that can read it.
      }
    }
    if (taken.length === 0) return left;
    const all = { ...left, strokes };
    // Now: they become strokes once, so that those of today equal those of tomorrow.
    this.#hasAny = true;
    await writeEarly(this.#id, all, taken);
    return all;
  }
}

/** What a page keeps; undefined while it still runs. Locked first: it may just have deleted it. */
async function readLeft(page: string): Promise<EarlyMoves | undefined> {
  if (!navigator.locks) return readEarlyMoves(page);
  return navigator.locks.request(page, { ifAvailable: true }, (lock) =>
    lock ? readEarlyMoves(page) : undefined,
  );
}

/**
 * Those of the strokes that the drawing has not got, on whatever layer. A page may be ended between saving strokes and
 * forgetting them.
 */
export function missingFrom(own: readonly Stroke[], strokes: readonly Stroke[]): readonly Stroke[] {
  if (strokes.length === 0) return strokes;
  // Keys are dear, so only strokes that begin alike get one.
  const begins = new Set(strokes.map(beginOf));
  const keyOf = (stroke: Stroke) => strokeKey(onLayer(stroke, BASE.id));
  const keys = new Set(own.filter((stroke) => begins.has(beginOf(stroke))).map(keyOf));
  return strokes.filter((stroke) => !keys.has(keyOf(stroke)));
}

function beginOf({ points }: Stroke): string {
  return `${points.length} ${points[0]?.join(' ')}`;
}
