/**
 * Keeps the edits that are made while a drawing opens on this device, until they are saved with it: the browser may end
 * the page before that. The next page that opens the drawing gets them.
 */
import { onLayer } from '../../../../core/drawing/members/change-layers.ts';
import { BASE } from '../../../../core/drawing/members/layers.ts';
import type { Stroke } from '../../../../core/drawing/types.ts';
import { type EarlyRecord, forgetEarly, readEarly, writeEarly } from '../../document/drawing-memory.ts';
import { strokeKey } from '../../document/stroke-key.ts';

export const NOTHING_LEFT: EarlyRecord = { title: '', strokes: [] };

/** One for each time that a drawing is opened. While another page opens the drawing too, only that one keeps. */
export class EarlyKeeper {
  readonly #id: string;
  readonly #left: Promise<EarlyRecord>;
  #writing: Promise<unknown>;
  /** False while another page keeps what is drawn on this drawing. */
  #keeps = false;
  #hasAny = false;
  #letGo = () => {};

  constructor(id: string) {
    this.#id = id;
    this.#left = this.#begin();
    this.#writing = this.#left;
  }

  /** What a page that was ended has left. */
  get left(): Promise<EarlyRecord> {
    return this.#left;
  }

  /** Keeps title and strokes as they are now, beside what was left. */
  keep({ title, strokes }: EarlyRecord): void {
    this.#writing = this.#writing.then(async () => {
      if (!this.#keeps) return;
      const left = await this.#left;
      this.#hasAny = true;
      await writeEarly(this.#id, { title: title || left.title, strokes: [...left.strokes, ...strokes] });
    });
  }

  /** All of it is saved. */
  forget(): void {
    this.#writing = this.#writing.then(async () => {
      if (this.#keeps && this.#hasAny) await forgetEarly(this.#id);
      this.#keeps = false;
      this.#letGo();
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
    return left ?? NOTHING_LEFT;
  }
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
