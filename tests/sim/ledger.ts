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

interface Named {
  readonly devices: Set<string>;
  acknowledged: string | undefined;
  /** What came after the last that was acknowledged, and may have happened. */
  tried: string[];
}

export type Member = 'displayName' | 'avatarSeed';

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
  /** A person changes one member of the profile to what it never was. */
  setsProfile(device: string, member: Member, value: string): void;
  acknowledgesProfile(device: string, member: Member, value: string): void;
  /**
   * The server forgot a part: what was erased since may come back.
   * @param overtaken while a request was on its way, which nobody can tell any more from one that was made since: what
   *   it puts there may be there already
   */
  serverWentBack(overtaken: boolean): void;
  /** What a page was told and should not have been, in words. */
  complain(words: string): void;
  /** How many strokes were acknowledged. */
  readonly acknowledged: number;
  /** What is wrong with the end, in words; undefined when nothing is. */
  judge(end: Contents): string | undefined;
}

export function createLedger(): Ledger {
  const strokes = new Map<number, Drawn>();
  const titles = new Map<string, Named>();
  /** What each device made of each member of the profile. */
  const profiles = { displayName: new Map<string, Named>(), avatarSeed: new Map<string, Named>() };
  /** Strokes that were seen by whoever trashed the drawing. */
  const seenByTrash = new Map<string, Set<number>>();
  const begun = new Set<string>();
  let wentBack = false;
  let mayDouble = false;
  let complaint: string | undefined;

  function each(numbers: readonly number[], change: (drawn: Drawn) => void): void {
    for (const number of numbers) {
      const drawn = strokes.get(number);
      if (drawn !== undefined) change(drawn);
    }
  }

  function name(named: Named, device: string, value: string): void {
    named.devices.add(device);
    named.tried.push(value);
  }

  function acknowledge(named: Named | undefined, value: string): void {
    const at = named?.tried.indexOf(value) ?? -1;
    if (named === undefined || at < 0) return;
    named.acknowledged = value;
    named.tried = named.tried.slice(at + 1);
  }

  function namedOf(all: Map<string, Named>, key: string): Named {
    const known = all.get(key) ?? { devices: new Set(), acknowledged: undefined, tried: [] };
    all.set(key, known);
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
      if (count > drawn.puts && !mayDouble) {
        return `invariant 1: stroke ${number} of ${id.slice(0, 8)} is there ${count} times, and was drawn ${drawn.puts} times`;
      }
      const erased = drawn.removalAcknowledged && !drawn.back && drawn.puts === 1;
      if (erased && !wentBack && !hasCopies && drawn.drawing === id) {
        return `invariant 1: stroke ${number} of ${id.slice(0, 8)} was erased, and is back`;
      }
    }
    return undefined;
  }

  function wrongName(what: string, named: Named, actual: string): string | undefined {
    if (wentBack || named.devices.size !== 1 || named.acknowledged === undefined) return undefined;
    if (actual === named.acknowledged || named.tried.includes(actual)) return undefined;
    return `invariant 1: ${what} is ${JSON.stringify(actual)}, and was set to ${JSON.stringify(named.acknowledged)} by one device alone`;
  }

  /** The last that one of the devices made of it: a member that one device alone changes is never another's to change back. */
  function wrongMember(member: Member, { [member]: actual }: Record<Member, string>): string | undefined {
    const devices = [...profiles[member].values()];
    const last = devices.flatMap(({ acknowledged, tried }) => [...tried, acknowledged ?? []].flat());
    const isTouched = devices.some(({ acknowledged }) => acknowledged !== undefined);
    if (wentBack || !isTouched || last.includes(actual)) return undefined;
    return `invariant 1: the ${member} of the profile is ${JSON.stringify(actual)}, and was last set to ${JSON.stringify(last)}`;
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
    renames: (device, drawing, title) => name(namedOf(titles, drawing), device, title),
    acknowledgesTitle: (drawing, title) => acknowledge(titles.get(drawing), title),
    trashes(drawing, seen) {
      const all = seenByTrash.get(drawing) ?? new Set();
      for (const number of seen) all.add(number);
      seenByTrash.set(drawing, all);
    },
    setsProfile: (device, member, value) => name(namedOf(profiles[member], device), device, value),
    acknowledgesProfile: (device, member, value) => acknowledge(profiles[member].get(device), value),
    serverWentBack(overtaken) {
      wentBack = true;
      mayDouble ||= overtaken;
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
      const profile: Record<Member, string> = JSON.parse(end.profile);
      return wrongMember('displayName', profile) ?? wrongMember('avatarSeed', profile);
    },
  };
}

function has({ strokes }: DrawingContents, number: number): boolean {
  return strokes.some((stroke) => strokeNumber(stroke) === number);
}
