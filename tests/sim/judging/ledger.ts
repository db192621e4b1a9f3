/** What people did and what devices told them. The end of a run is checked against this. */
import type { PhotoRow } from '../../../src/api/ports.ts';
import type { Layer } from '../../../src/core/drawing/types.ts';
import { type Contents, type DrawingContents, strokeNumber } from './contents.ts';
import { createDates, type DatesWatch } from './dates.ts';
import { createLayers, type LayersWatch } from './layers.ts';
import { createPhotos, type PhotosWatch } from './photos.ts';
import { createRubbing, type RubbingWatch } from './rubbing.ts';

/** One stroke that somebody drew. */
interface StrokeRecord {
  readonly drawing: string;
  readonly device: string;
  /** How many times it was added: drawn, duplicated, brought back by undo and redo. */
  puts: number;
  /** True if the device said that it is stored. */
  acknowledged: boolean;
  /** True if a person who saw it erased it, or tried to. */
  removed: boolean;
  /** The devices on which it was erased. */
  readonly removers: Set<string>;
  /** True if the device said that it is erased. */
  removalAcknowledged: boolean;
  /** True if somebody brought it back after erasing it. */
  back: boolean;
}

interface ProfileValue {
  readonly devices: Set<string>;
  acknowledged: string | undefined;
  /** Values set after the last acknowledged one. Each may be stored or not. */
  tried: string[];
}

/** A deletion for good that the device acknowledged. */
interface Deletion {
  readonly device: string;
  /** How often each stroke was there. */
  readonly seen: ReadonlyMap<number, number>;
  readonly title: string;
  /** True if it had seen every change of the layers. */
  readonly hasSeenLayers: boolean;
  readonly touches: number;
}

export type Member = 'displayName' | 'avatarSeed';

export interface Ledger {
  readonly dates: DatesWatch;
  readonly rubbing: RubbingWatch;
  readonly layers: LayersWatch;
  readonly photos: PhotosWatch;
  /** A person begins a drawing. */
  begins(drawing: string): void;
  /** A person adds strokes to a drawing. */
  puts(device: string, drawing: string, numbers: readonly number[]): void;
  acknowledges(numbers: readonly number[]): void;
  removes(device: string, numbers: readonly number[]): void;
  acknowledgesRemoval(numbers: readonly number[]): void;
  renames(device: string, drawing: string, title: string): void;
  acknowledgesTitle(drawing: string, title: string): void;
  /** A person changes the layers of a drawing. */
  arranges(device: string, drawing: string, before: readonly Layer[], after: readonly Layer[]): void;
  /** A person changes the photo of a drawing. */
  changesPhoto(device: string, drawing: string): void;
  /** A person moves a drawing to the trash, or deletes it for good, having seen these strokes. */
  trashes(drawing: string, seen: readonly number[]): void;
  /** A person sets one member of the profile to a value that it never had. */
  setsProfile(device: string, member: Member, value: string): void;
  /** A person restores a drawing from the trash. */
  restores(drawing: string): void;
  /**
   * A person deletes a drawing for good, having seen these strokes, title and layers.
   * @returns to be called when the device said that it is deleted
   */
  purges(
    device: string,
    drawing: string,
    seen: readonly number[],
    title: string,
    layers: readonly Layer[] | undefined,
  ): () => void;
  acknowledgesProfile(device: string, member: Member, value: string): void;
  /**
   * The server forgot a part: strokes erased since then may come back.
   * @param overtaken true if a request was on its way meanwhile. It cannot be told from one made afterwards, so
   * the strokes that it adds may be there already.
   */
  serverWentBack(overtaken: boolean): void;
  /** Records, in words, that a page got a false response. */
  complain(words: string): void;
  /** How many strokes were acknowledged. */
  readonly acknowledged: number;
  /**
   * What is wrong with the end, in words; undefined if nothing is.
   * @param hosts the photos whose bytes each host has
   */
  judge(end: Contents, hosts: readonly (readonly PhotoRow[])[]): string | undefined;
}

export function createLedger(): Ledger {
  const dates = createDates();
  const rubbing = createRubbing();
  const layers = createLayers();
  const photos = createPhotos();
  const strokes = new Map<number, StrokeRecord>();
  const titles = new Map<string, ProfileValue>();
  /** The values that each device gave each member of the profile. */
  const profiles = {
    displayName: new Map<string, ProfileValue>(),
    avatarSeed: new Map<string, ProfileValue>(),
  };
  /** Strokes seen by whoever moved the drawing to the trash. */
  const seenByTrash = new Map<string, Set<number>>();
  /** Strokes seen by whoever deleted the drawing for good, or tried to. */
  const seenByPurge = new Map<string, Set<number>>();
  /** How often a drawing was changed, moving to the trash excepted. */
  const touches = new Map<string, number>();
  const restored = new Set<string>();
  const purged = new Map<string, Deletion>();
  const begun = new Set<string>();
  let wentBack = false;
  let mayDouble = false;
  let complaint: string | undefined;

  function each(numbers: readonly number[], change: (drawn: StrokeRecord) => void): void {
    for (const number of numbers) {
      const drawn = strokes.get(number);
      if (drawn !== undefined) change(drawn);
    }
  }

  function name(named: ProfileValue, device: string, value: string): void {
    named.devices.add(device);
    named.tried.push(value);
  }

  function acknowledge(named: ProfileValue | undefined, value: string): void {
    const at = named?.tried.indexOf(value) ?? -1;
    if (named === undefined || at < 0) return;
    named.acknowledged = value;
    named.tried = named.tried.slice(at + 1);
  }

  function namedOf(all: Map<string, ProfileValue>, key: string): ProfileValue {
    const known = all.get(key) ?? { devices: new Set(), acknowledged: undefined, tried: [] };
    all.set(key, known);
    return known;
  }

  const touch = (drawing: string) => touches.set(drawing, (touches.get(drawing) ?? 0) + 1);

  /**
   * Invariant 7: a drawing deleted for good stays away, unless somebody made a change to it that the deleting
   * person had not seen.
   */
  function undead(
    id: string,
    { device, seen, title, hasSeenLayers, touches: before }: Deletion,
  ): string | undefined {
    if (wentBack || restored.has(id) || touches.get(id) !== before) return undefined;
    if (!hasSeenLayers || photos.isChangedByOthers(device, id)) return undefined;
    const named = titles.get(id);
    if (
      named !== undefined &&
      (named.devices.size > 1 || (named.tried.at(-1) ?? named.acknowledged) !== title)
    )
      return undefined;
    for (const [number, { drawing, device: drawnOn, puts, removed, removers }] of strokes) {
      if (drawing !== id) continue;
      // Drawn and erased elsewhere: perhaps both after this device had read the drawing.
      if (removed && drawnOn !== device && !removers.has(device)) return undefined;
      // Erased on two devices, or erased and drawn again: nobody can tell who had seen what.
      if (removers.size > 1 || (removed && puts > 1)) return undefined;
      if ((seen.get(number) ?? 0) !== (removed ? 0 : puts)) return undefined;
    }
    return `invariant 7: ${id.slice(0, 8)} was deleted for good, nobody had changed it, and it is back`;
  }

  /** True if somebody saw it in a kept copy, and deleted that copy for good. */
  function isInDeletedCopy(number: number, end: Contents): boolean {
    return [...seenByPurge].some(([id, seen]) => !begun.has(id) && !end.drawings.has(id) && seen.has(number));
  }

  /** Invariant 1 for one stroke. */
  function lost(
    number: number,
    drawn: StrokeRecord,
    end: Contents,
    everywhere: ReadonlySet<number>,
  ): string | undefined {
    if (!drawn.acknowledged || drawn.removed) return undefined;
    const home = end.drawings.get(drawn.drawing);
    const isThere = home !== undefined && has(home, number);
    if (isThere && !home.trashed) return undefined;
    if (isThere && seenByTrash.get(drawn.drawing)?.has(number)) return undefined;
    if (everywhere.has(number)) return undefined;
    if (!isThere && seenByPurge.get(drawn.drawing)?.has(number)) return undefined;
    if (!isThere && isInDeletedCopy(number, end)) return undefined;
    const where = isThere ? 'is in the trash, and nobody who saw it put it there' : 'is gone';
    return `invariant 1: stroke ${number} of ${drawn.drawing.slice(0, 8)}, drawn on ${drawn.device}, ${where}`;
  }

  /** True if it may lie elsewhere than where it was put first: somebody brought it back. */
  function isMoved(number: number): boolean {
    const drawn = strokes.get(number);
    return drawn === undefined || drawn.puts > 1 || drawn.removed;
  }

  /** Strokes that should not be there. */
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
      // A device that had not heard of the deletion brings the drawing back.
      const isBack = seenByPurge.has(id);
      if (erased && !wentBack && !hasCopies && !isBack && drawn.drawing === id) {
        return `invariant 1: stroke ${number} of ${id.slice(0, 8)} was erased, and is back`;
      }
    }
    return undefined;
  }

  function wrongName(what: string, named: ProfileValue, actual: string): string | undefined {
    if (wentBack || named.devices.size !== 1 || named.acknowledged === undefined) return undefined;
    if (actual === named.acknowledged || named.tried.includes(actual)) return undefined;
    return `invariant 1: ${what} is ${JSON.stringify(actual)}, and was set to ${JSON.stringify(named.acknowledged)} by one device alone`;
  }

  /**
   * The value must be the last that one of the devices set: a member that only one device changes is never
   * changed back by another.
   */
  function wrongMember(member: Member, { [member]: actual }: Record<Member, string>): string | undefined {
    const devices = [...profiles[member].values()];
    const last = devices.flatMap(({ acknowledged, tried }) => [...tried, acknowledged ?? []].flat());
    const isTouched = devices.some(({ acknowledged }) => acknowledged !== undefined);
    if (wentBack || !isTouched || last.includes(actual)) return undefined;
    return `invariant 1: the ${member} of the profile is ${JSON.stringify(actual)}, and was last set to ${JSON.stringify(last)}`;
  }

  return {
    dates,
    rubbing,
    layers,
    photos,
    begins: (drawing) => void begun.add(drawing),
    puts(device, drawing, numbers) {
      touch(drawing);
      for (const number of numbers) {
        const known = strokes.get(number);
        if (known === undefined) {
          const fresh = { acknowledged: false, removed: false, removalAcknowledged: false, back: false };
          strokes.set(number, { drawing, device, puts: 1, removers: new Set(), ...fresh });
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
    removes: (device, numbers) =>
      each(numbers, (drawn) => {
        drawn.removed = true;
        drawn.removers.add(device);
        touch(drawn.drawing);
      }),
    acknowledgesRemoval: (numbers) =>
      each(numbers, (drawn) => {
        drawn.removalAcknowledged = true;
      }),
    renames(device, drawing, title) {
      touch(drawing);
      name(namedOf(titles, drawing), device, title);
    },
    arranges(device, drawing, before, after) {
      touch(drawing);
      layers.sets(device, drawing, before, after);
    },
    changesPhoto(device, drawing) {
      touch(drawing);
      photos.changes(device, drawing);
    },
    acknowledgesTitle: (drawing, title) => acknowledge(titles.get(drawing), title),
    trashes(drawing, seen) {
      const all = seenByTrash.get(drawing) ?? new Set();
      for (const number of seen) all.add(number);
      seenByTrash.set(drawing, all);
    },
    restores: (drawing) => void restored.add(drawing),
    purges(device, drawing, numbers, title, sheets) {
      const all = seenByPurge.get(drawing) ?? new Set();
      const seen = new Map<number, number>();
      for (const number of numbers) {
        all.add(number);
        seen.set(number, (seen.get(number) ?? 0) + 1);
      }
      seenByPurge.set(drawing, all);
      const hasSeenLayers = layers.hasSeenAll(device, drawing, sheets);
      const deleted: Deletion = { device, seen, title, hasSeenLayers, touches: touches.get(drawing) ?? 0 };
      return () => void purged.set(drawing, deleted);
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
    judge(end, hosts) {
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
      // When a version became a copy, strokes erased from it and its new title went with it.
      const hasCopies = [...end.drawings.keys(), ...seenByPurge.keys()].some((id) => !begun.has(id));
      for (const drawing of end.drawings.values()) {
        const words = surplus(drawing, hasCopies);
        if (words !== undefined) return words;
      }
      for (const [id, deleted] of hasCopies ? [] : purged) {
        const words = end.drawings.has(id) ? undead(id, deleted) : undefined;
        if (words !== undefined) return words;
      }
      for (const [id, named] of hasCopies ? [] : titles) {
        if (seenByPurge.has(id)) continue;
        const words = wrongName(`the title of ${id.slice(0, 8)}`, named, end.drawings.get(id)?.title ?? '');
        if (words !== undefined) return words;
      }
      const profile: Record<Member, string> = JSON.parse(end.profile);
      return (
        wrongMember('displayName', profile) ??
        wrongMember('avatarSeed', profile) ??
        dates.judge(end, (id) => !begun.has(id)) ??
        rubbing.judge(end, isMoved) ??
        layers.judge(end, isMoved, (id) => !wentBack && !hasCopies && !seenByPurge.has(id)) ??
        photos.judge(end, hosts, (id) =>
          [...seenByPurge.keys()].some((gone) => gone === id || !begun.has(gone)),
        )
      );
    },
  };
}

function has({ strokes }: DrawingContents, number: number): boolean {
  return strokes.some((stroke) => strokeNumber(stroke) === number);
}
