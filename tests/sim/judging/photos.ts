/**
 * Invariant 11: a photo that somebody placed is under its drawing or a kept copy, unless somebody who saw it took it away.
 * The server has each that a device has for the same place, if its person lets photos be synced.
 */
import type { PhotoRow } from '../../../src/api/ports.ts';
import type { Contents } from './contents.ts';

interface PhotoRecord {
  readonly drawing: string;
  readonly device: string;
  /** True if the device said that the drawing with it is stored. */
  acknowledged: boolean;
  /** True if the device said after that that it has its bytes. */
  kept: boolean;
  /** True if a person who saw it replaced it or took it away, or tried to. */
  removed: boolean;
}

/** The photos are named by their digests. */
export interface PhotosWatch {
  /** A person places a photo. */
  places(device: string, drawing: string, sha256: string): void;
  /** A person replaces a photo or takes it away. */
  removes(sha256: string): void;
  /** A person changes the photo of a drawing in any way. */
  changes(device: string, drawing: string): void;
  /** True if somebody else changed the photo of a drawing, which this device may not have seen. */
  isChangedByOthers(device: string, drawing: string): boolean;
  acknowledges(sha256: string): void;
  keeps(sha256: string): void;
  /**
   * Returns what is wrong, in words.
   * @param hosts the photos whose bytes each host has
   * @param isDeleted true if somebody deleted a drawing for good where this one's photo may have been
   */
  judge(
    end: Contents,
    hosts: readonly (readonly PhotoRow[])[],
    isDeleted: (drawing: string) => boolean,
  ): string | undefined;
}

export function createPhotos(): PhotosWatch {
  const photos = new Map<string, PhotoRecord>();
  /** The devices that changed the photo of each drawing. */
  const changers = new Map<string, Set<string>>();
  const change = (sha256: string, to: Partial<PhotoRecord>) => {
    const known = photos.get(sha256);
    if (known !== undefined) Object.assign(known, to);
  };
  return {
    places(device, drawing, sha256) {
      const fresh = { acknowledged: false, kept: false, removed: false };
      if (!photos.has(sha256)) photos.set(sha256, { drawing, device, ...fresh });
    },
    changes(device, drawing) {
      const known = changers.get(drawing) ?? new Set();
      changers.set(drawing, known.add(device));
    },
    isChangedByOthers: (device, drawing) => [...(changers.get(drawing) ?? [])].some((one) => one !== device),
    removes: (sha256) => change(sha256, { removed: true }),
    acknowledges: (sha256) => change(sha256, { acknowledged: true }),
    keeps: (sha256) => change(sha256, { kept: true }),
    judge(end, hosts, isDeleted) {
      const all = [...end.drawings.values()];
      for (const [sha256, { drawing, device, acknowledged, kept, removed }] of photos) {
        if (!acknowledged || removed || isDeleted(drawing)) continue;
        const named = `invariant 11: photo ${sha256.slice(0, 8)} of ${drawing.slice(0, 8)}, placed on ${device},`;
        const over = all.filter(({ underlay }) => underlay?.sha256 === sha256).map(({ id }) => id);
        if (over.length === 0) return `${named} is gone, and nobody who saw it took it away`;
        const isHeld = hosts.flat().some((one) => one.sha256 === sha256 && over.includes(one.drawing));
        if (kept && !isHeld) return `${named} has lost its bytes`;
      }
      return undefined;
    },
  };
}

/**
 * The second half of the invariant, of one device whose person lets photos be synced.
 * @param there, sent drawings and photos of the server
 * @returns what is wrong, in words
 */
export function unsent(
  device: string,
  here: readonly PhotoRow[],
  there: Contents,
  sent: readonly PhotoRow[],
): string | undefined {
  for (const { id, trashed, underlay } of there.drawings.values()) {
    // In the trash no host takes a photo.
    if (trashed || !underlay) continue;
    const has = (photos: readonly PhotoRow[]) =>
      photos.some(({ drawing, sha256 }) => drawing === id && sha256 === underlay.sha256);
    if (has(here) && !has(sent)) {
      const named = `photo ${underlay.sha256.slice(0, 8)} of ${id.slice(0, 8)}`;
      return `invariant 11: ${device} has ${named}, syncs its photos, and the server has none`;
    }
  }
  return undefined;
}
