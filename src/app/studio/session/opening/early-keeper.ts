/**
 * Keeps the edits that are made while a drawing opens on this device, until they are saved with it: the browser may end
 * the page before that. The next page that opens the drawing gets them.
 */
import type { Stroke } from '../../../../core/drawing/types.ts';
import { onTopOf } from '../../../../ink/index.ts';
import {
  type EarlyMoves,
  type EarlyPage,
  holdLock,
  newKey,
  type PageLock,
} from '../../../early/early-moves.ts';
import {
  type EarlyRecord,
  forgetEarly,
  readEarly,
  readEarlyKeys,
  type Unfinished,
  writeEarly,
} from '../../document/drawing-memory.ts';
import { likenessIn } from './missing.ts';

export const NOTHING_LEFT: EarlyRecord = { title: '', strokes: [] };

/** What was drawn before the app came. */
export interface DrawnLeft {
  readonly strokes: readonly Stroke[];
  /** Those of them that have not ended: one at most. */
  readonly begun: readonly Stroke[];
}

/** Makes strokes of what was drawn before the app came, with what was in hand then. */
export type DrawLeft = (left: EarlyMoves) => DrawnLeft;

/** What was left, and on top of it what came later. */
export function both(left: EarlyRecord, later: EarlyRecord): EarlyRecord {
  const strokes = [...left.strokes, ...onTopOf(left.strokes, later.strokes)];
  return { title: later.title || left.title, strokes, had: [...hadOf(left), ...hadOf(later)] };
}

function hadOf({ strokes, had }: EarlyRecord): readonly (number | null)[] {
  return had ?? strokes.map(() => null);
}

/** One for each time that a drawing is opened, with a record of its own. */
export class EarlyKeeper {
  readonly #id: string;
  readonly #drawLeft: DrawLeft;
  readonly #key: string;
  /** Says that this page runs: others leave its record alone. */
  readonly #lock: PageLock;
  readonly #left: Promise<EarlyRecord>;
  #writing: Promise<unknown>;
  /** Title and strokes as they are now; undefined until there are any. */
  #now: EarlyRecord | undefined;
  /** The stroke that began before the app came, until it ends. */
  #unfinished: Unfinished | undefined;
  /** The drawing's own strokes, once what was drawn is about to be put on top of them. */
  #own: readonly Stroke[] | undefined;
  /** The page that keeps what was drawn here before the app came, if that is not forgotten. */
  #page: EarlyPage | undefined;
  #hasAny = false;

  constructor(id: string, drawLeft: DrawLeft) {
    this.#id = id;
    this.#drawLeft = drawLeft;
    this.#key = newKey(id);
    this.#lock = holdLock(this.#key);
    this.#left = this.#lock.held.then(() => this.#take()).catch(() => NOTHING_LEFT);
    this.#writing = this.#left;
  }

  /** What pages that were ended have left. */
  get left(): Promise<EarlyRecord> {
    return this.#left;
  }

  /**
   * Keeps title and strokes as they are now, beside what was left.
   * @param isDrawn true if a stroke has ended. During one a title may be typed, and an eraser may cut what it took before
   */
  keep(now: EarlyRecord, isDrawn: boolean): void {
    if (isDrawn) this.#unfinished = undefined;
    this.#now = now;
    this.#write();
  }

  /** Strokes come when the drawing is open: keeps the one that began before the app came. */
  finish(strokes: readonly Stroke[]): void {
    const now = this.#now ?? NOTHING_LEFT;
    if (this.#unfinished) this.keep({ ...now, strokes: [...now.strokes, ...strokes] }, true);
  }

  /**
   * All of it is about to be put on top of the drawing's own strokes, and saved. Resolves when that is stored: from then on a
   * page that is ended leaves strokes which the drawing may have.
   */
  async land(own: readonly Stroke[]): Promise<void> {
    this.#own = own;
    const unfinished = this.#unfinished;
    if (unfinished) this.#unfinished = { ...unfinished, had: likenessIn(own, this.#begun(unfinished)) };
    this.#write();
    await this.#writing;
  }

  /**
   * What a page has kept before the app came is among the edits now, as far as it was drawn.
   * @param isDown true if a stroke of it has not ended
   */
  takeOver(page: EarlyPage, isDown: boolean): void {
    this.#page = page;
    if (isDown) this.#unfinished = { moves: page.left };
    this.#write();
  }

  /** A gesture has ended. The stroke that began before the app came is drawn, or was dropped. */
  ended(): void {
    if (!this.#unfinished) return;
    this.#unfinished = undefined;
    this.#write();
  }

  /** All of it is saved. */
  forget(): void {
    this.#writing = this.#writing.then(async () => {
      if (this.#page) await forgetPage(this.#page);
      if (this.#hasAny) await forgetEarly(this.#key);
      this.#lock.letGo();
    });
  }

  #write(): void {
    this.#writing = this.#writing.then(async () => {
      const left = await this.#left;
      const page = this.#page;
      // Else it could come after this, and what is drawn would be there twice.
      await page?.written;
      let isDone: boolean;
      if (this.#now || this.#unfinished || this.#hasAny) {
        // All at once: the first stroke alone must not take the place of what the page has kept.
        this.#hasAny = true;
        isDone = await writeEarly(this.#key, this.#with(left), page ? [page.key] : []);
      } else isDone = !page || (await forgetEarly(page.key));
      if (!isDone || !page) return;
      page.letGo();
      this.#page = undefined;
    });
  }

  /** What was left and what there is now. */
  #with(left: EarlyRecord): EarlyRecord {
    const all = both(left, this.#now ?? NOTHING_LEFT);
    const before = this.#own && likenessIn(this.#own, all.strokes);
    const had = hadOf(all).map((one, i) => one ?? before?.[i] ?? null);
    return { ...all, had, ...(this.#unfinished && { unfinished: this.#unfinished }) };
  }

  /** Takes what pages have left that have ended. */
  async #take(): Promise<EarlyRecord> {
    return whileEnded(await readEarlyKeys(this.#id), async (keys) => {
      const taken: string[] = [];
      let left = NOTHING_LEFT;
      for (const key of keys) {
        // Read now: a page that ran before may have deleted it.
        const record = await readEarly(key);
        if (!record) continue;
        try {
          left = both(left, this.#drawn(record));
          taken.push(key);
        } catch {
          // It stays for an app that can read it.
        }
      }
      if (taken.length === 0) return left;
      // Now: they become strokes once, so that those of today equal those of tomorrow. If that has no room, they come later.
      this.#hasAny = await writeEarly(this.#key, left, taken);
      return this.#hasAny ? left : NOTHING_LEFT;
    });
  }

  /** What a page keeps, with all strokes drawn. */
  #drawn(record: EarlyRecord | EarlyMoves): EarlyRecord {
    if ('moves' in record) return { title: '', strokes: this.#drawLeft(record).strokes };
    const { unfinished, ...finished } = record;
    if (!unfinished) return finished;
    const { had } = unfinished;
    return both(finished, { title: '', strokes: this.#begun(unfinished), ...(had && { had }) });
  }

  /** The stroke that has not ended. */
  #begun({ moves }: Unfinished): readonly Stroke[] {
    return this.#drawLeft(moves).begun;
  }
}

/** What a page has kept before the app came is saved. */
export async function forgetPage(page: EarlyPage): Promise<void> {
  // Else its last write could come after this.
  await page.written;
  await forgetEarly(page.key);
  page.letGo();
}

/** Runs `work` with those of these keys whose pages have ended. No other page can take them meanwhile. */
async function whileEnded<T>(
  keys: readonly string[],
  work: (ended: readonly string[]) => Promise<T>,
  ended: readonly string[] = [],
): Promise<T> {
  const [key, ...others] = keys;
  if (key === undefined) return work(ended);
  // Without locks there is nobody to ask.
  if (!navigator.locks) return work(keys);
  // A key without a page is that of an older app, which has another lock for it.
  const name = key.includes(' ') ? key : `early ${key}`;
  return navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    whileEnded(others, work, lock ? [...ended, key] : ended),
  );
}
