/**
 * Keeps the edits that are made while a drawing opens on this device, until they are saved with it: the browser may end
 * the page before that. The next page that opens the drawing gets them.
 */
import type { Stroke } from '../../../../core/drawing/types.ts';
import { onTopOf } from '../../../../ink/index.ts';
import type { EarlyMoves, EarlyPage } from '../../../early/early-moves.ts';
import {
  type EarlyRecord,
  forgetEarly,
  readEarly,
  readEarlyMoves,
  readEarlyPages,
  writeEarly,
} from '../../document/drawing-memory.ts';
import { likenessIn } from './missing.ts';

export const NOTHING_LEFT: EarlyRecord = { title: '', strokes: [] };

/** Makes strokes of what was drawn before the app came, with what was in hand then. */
export type DrawLeft = (left: EarlyMoves) => readonly Stroke[];

/** One for each time that a drawing is opened. While another page opens the drawing too, only that one keeps. */
export class EarlyKeeper {
  readonly #id: string;
  readonly #drawLeft: DrawLeft;
  readonly #left: Promise<EarlyRecord>;
  #writing: Promise<unknown>;
  /** Title and strokes as they are now; undefined until there are any. */
  #now: EarlyRecord | undefined;
  /** The drawing's own strokes, once what was drawn is about to be put on top of them. */
  #own: readonly Stroke[] | undefined;
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

  /**
   * All of it is about to be put on top of the drawing's own strokes, and saved. Resolves when that is stored: from then on a
   * page that is ended leaves strokes which the drawing may have.
   */
  async land(own: readonly Stroke[]): Promise<void> {
    this.#own = own;
    this.#write();
    await this.#writing;
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
      if (this.#now || this.#hasAny) {
        // All at once: the first stroke alone must not take the place of what the page has kept.
        this.#hasAny = true;
        isDone = await writeEarly(this.#id, this.#with(left), keys);
      } else isDone = keys.length === 0 || (await forgetEarly(keys));
      if (!isDone || !page) return;
      page.letGo();
      this.#page = undefined;
    });
  }

  /** What was left and what there is now. */
  #with(left: EarlyRecord): EarlyRecord {
    const { title, strokes } = this.#now ?? NOTHING_LEFT;
    const all = [...left.strokes, ...onTopOf(left.strokes, strokes)];
    const before = this.#own && likenessIn(this.#own, all);
    const had = all.map((_, i) => left.had?.[i] ?? before?.[i] ?? null);
    return { title: title || left.title, strokes: all, had };
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
        strokes.push(...onTopOf(strokes, this.#drawLeft(moves)));
        taken.push(key);
      } catch {
        // It stays for an app that can read it.
      }
    }
    if (taken.length === 0) return left;
    const all = { ...left, strokes, had: strokes.map((_, i) => left.had?.[i] ?? null) };
    // Now: they become strokes once, so that those of today equal those of tomorrow. If that has no room, they come later.
    if (!(await writeEarly(this.#id, all, taken))) return left;
    this.#hasAny = true;
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
