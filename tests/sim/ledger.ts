/** What people did and were told: against this the end of a run is judged. */
import { type Contents, type DrawingContents, strokeNumber } from './contents.ts';

/** One stroke that somebody drew. */
interface Drawn {
  readonly drawing: string;
  readonly device: string;
  /** How many times it was put there: drawn, doubled, brought back by undo and redo. */
  puts: number;
  /** The device said that it is stored. */
  acknowledged: boolean;
  /** A person who saw it erased it, or tried to. */
  removed: boolean;
  /** The device said that it is erased. */
  removalAcknowledged: boolean;
  /** Somebody brought it back after erasing it. */
  back: boolean;
}

interface Named<T> {
  readonly devices: Set<string>;
  acknowledged: T | undefined;
  /** What came after the last that was acknowledged, and may have happened. */
  tried: T[];
}

export interface Ledger {
  /** A person begins a drawing. */
  begins(drawing: string): void;
  /** A person puts strokes on a drawing. */
  puts(device: string, drawing: string, numbers: readonly number[]): void;
  acknowledges(numbers: readonly number[]): void;
  removes(numbers: readonly number[]): void;
  acknowledgesRemoval(numbers: readonly number[]): void;
  renames(device: string, drawing: string, title: string): void;
  acknowledgesTitle(drawing: string, title: string): void;
  /** A person asks for the trash, or out of it, having seen these strokes. */
  trashes(drawing: string, seen: readonly number[]): void;
  setsProfile(device: string, text: string): void;
  acknowledgesProfile(text: string): void;
  /** The server forgot a part: what was erased since may come back. */
  serverWentBack(): void;
  /** What a page was told and should not have been, in words. */
  complain(words: string): void;
  /** How many strokes were acknowledged. */
  readonly acknowledged: number;
  /** What is wrong with the end, in words; undefined when nothing is. */
  judge(end: Contents): string | undefined;
}

export function createLedger(): Ledger {
  const strokes = new Map<number, Drawn>();
  const titles = new Map<string, Named<string>>();
  const profile: Named<string> = { devices: new Set(), acknowledged: undefined, tried: [] };
  /** Strokes that were seen by whoever trashed the drawing. */
  const seenByTrash = new Map<string, Set<number>>();
  const begun = new Set<string>();
  let wentBack = false;
  let complaint: string | undefined;

  function each(numbers: readonly number[], change: (drawn: Drawn) => void): void {
    for (const number of numbers) {
      const drawn = strokes.get(number);
      if (drawn !== undefined) change(drawn);
    }
  }

  function name<T>(named: Named<T>, device: string, value: T): void {
    named.devices.add(device);
    named.tried.push(value);
  }

  function acknowledge<T>(named: Named<T> | undefined, value: T): void {
    const at = named?.tried.indexOf(value) ?? -1;
    if (named === undefined || at < 0) return;
    named.acknowledged = value;
    named.tried = named.tried.slice(at + 1);
  }

  function titlesOf(drawing: string): Named<string> {
    const known = titles.get(drawing) ?? { devices: new Set(), acknowledged: undefined, tried: [] };
    titles.set(drawing, known);
    return known;
  }

  /** Invariant 1 for one stroke. */
  function lost(
    number: number,
    drawn: Drawn,
    end: Contents,
    everywhere: ReadonlySet<number>,
  ): string | undefined {
    if (!drawn.acknowledged || drawn.removed) return undefined;
    const home = end.drawings.get(drawn.drawing);
    const isThere = home !== undefined && has(home, number);
    if (isThere && !home.trashed) return undefined;
    if (isThere && seenByTrash.get(drawn.drawing)?.has(number)) return undefined;
    if (everywhere.has(number)) return undefined;
    const where = isThere ? 'is in the trash, and nobody who saw it put it there' : 'is gone';
    return `invariant 1: stroke ${number} of ${drawn.drawing.slice(0, 8)}, drawn on ${drawn.device}, ${where}`;
  }

  /** What is there though it should not be. */
  function surplus({ id, strokes: there }: DrawingContents, hasCopies: boolean): string | undefined {
    const counts = new Map<number, number>();
    for (const stroke of there) {
      const number = strokeNumber(stroke);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    for (const [number, count] of counts) {
      const drawn = strokes.get(number);
      if (drawn === undefined) return `invariant 1: stroke ${number} of ${id.slice(0, 8)} was never drawn`;
      if (count > drawn.puts) {
        return `invariant 1: stroke ${number} of ${id.slice(0, 8)} is there ${count} times, and was drawn ${drawn.puts} times`;
      }
      const erased = drawn.removalAcknowledged && !drawn.back && drawn.puts === 1;
      if (erased && !wentBack && !hasCopies && drawn.drawing === id) {
        return `invariant 1: stroke ${number} of ${id.slice(0, 8)} was erased, and is back`;
      }
    }
    return undefined;
  }

  function wrongName<T>(what: string, named: Named<T>, actual: T): string | undefined {
    if (wentBack || named.devices.size !== 1 || named.acknowledged === undefined) return undefined;
    if (actual === named.acknowledged || named.tried.includes(actual)) return undefined;
    return `invariant 1: ${what} is ${JSON.stringify(actual)}, and was set to ${JSON.stringify(named.acknowledged)} by one device alone`;
  }

  return {
    begins: (drawing) => void begun.add(drawing),
    puts(device, drawing, numbers) {
      for (const number of numbers) {
        const known = strokes.get(number);
        if (known === undefined) {
          const fresh = { acknowledged: false, removed: false, removalAcknowledged: false, back: false };
          strokes.set(number, { drawing, device, puts: 1, ...fresh });
        } else {
          known.puts++;
          known.back ||= known.removed;
        }
      }
    },
    acknowledges: (numbers) =>
      each(numbers, (drawn) => {
        drawn.acknowledged = true;
      }),
    removes: (numbers) =>
      each(numbers, (drawn) => {
        drawn.removed = true;
      }),
    acknowledgesRemoval: (numbers) =>
      each(numbers, (drawn) => {
        drawn.removalAcknowledged = true;
      }),
    renames: (device, drawing, title) => name(titlesOf(drawing), device, title),
    acknowledgesTitle: (drawing, title) => acknowledge(titles.get(drawing), title),
    trashes(drawing, seen) {
      const all = seenByTrash.get(drawing) ?? new Set();
      for (const number of seen) all.add(number);
      seenByTrash.set(drawing, all);
    },
    setsProfile: (device, text) => name(profile, device, text),
    acknowledgesProfile: (text) => acknowledge(profile, text),
    serverWentBack() {
      wentBack = true;
    },
    complain(words) {
      complaint ??= words;
    },
    get acknowledged() {
      return [...strokes.values()].filter((drawn) => drawn.acknowledged).length;
    },
    judge(end) {
      if (complaint !== undefined) return `invariant 1: ${complaint}`;
      const everywhere = new Set<number>();
      for (const { id, strokes: there, trashed } of end.drawings.values()) {
        for (const number of there.map(strokeNumber)) {
          if (!trashed || seenByTrash.get(id)?.has(number)) everywhere.add(number);
        }
      }
      for (const [number, drawn] of strokes) {
        const words = lost(number, drawn, end, everywhere);
        if (words !== undefined) return words;
      }
      // Where a version became a copy, what was erased and renamed in it went with it.
      const hasCopies = [...end.drawings.keys()].some((id) => !begun.has(id));
      for (const drawing of end.drawings.values()) {
        const words = surplus(drawing, hasCopies);
        if (words !== undefined) return words;
      }
      for (const [id, named] of hasCopies ? [] : titles) {
        const words = wrongName(`the title of ${id.slice(0, 8)}`, named, end.drawings.get(id)?.title ?? '');
        if (words !== undefined) return words;
      }
      return wrongName('the profile', profile, end.profile);
    },
  };
}

function has({ strokes }: DrawingContents, number: number): boolean {
  return strokes.some((stroke) => strokeNumber(stroke) === number);
}
