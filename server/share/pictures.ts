/**
 * Pictures of previews on paper. Anybody with a link can ask for one as often as they like, and a conversion stops
 * the whole process for some milliseconds: so each picture is converted once and kept, one after the other, with
 * time for other requests in between.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { WHITE } from '../../src/core/drawing/members/paper.ts';
import type { Paper } from '../../src/core/drawing/types.ts';
import { opaque } from './opaque.ts';

/** Bytes of all pictures that are kept. */
const KEPT_MAX = 16 * 1024 * 1024;
/** Most pictures that wait for their conversion. A further one is returned as it is, transparent. */
const WAITING_MAX = 20;
/** Time for other requests after a conversion, in times of its length: a fifth of the process at most. */
const REST = 4;

/** @returns the picture on paper; as it is if it cannot be converted, or too many others wait */
export type Pictures = (png: Buffer<ArrayBuffer>, paper?: Paper) => Promise<Buffer<ArrayBuffer>>;

interface PicturesOptions {
  readonly convert?: typeof opaque;
  readonly keptMax?: number;
}

export function createPictures({ convert = opaque, keptMax = KEPT_MAX }: PicturesOptions = {}): Pictures {
  /** By digest: those of the same content and paper are one. The least recently used come first. */
  const kept = new Map<string, Buffer<ArrayBuffer>>();
  const waiting = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  let bytes = 0;
  let turn: Promise<unknown> = Promise.resolve();

  function keep(digest: string, picture: Buffer<ArrayBuffer>): void {
    kept.set(digest, picture);
    bytes += picture.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= keptMax) break;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  return (png, paper = WHITE) => {
    const digest = createHash('sha256').update(paper.color).update(png).digest('base64');
    const known = kept.get(digest);
    if (known !== undefined) {
      kept.delete(digest);
      kept.set(digest, known);
      return Promise.resolve(known);
    }
    const sooner = waiting.get(digest);
    if (sooner !== undefined) return sooner;
    if (waiting.size >= WAITING_MAX) return Promise.resolve(png);
    let ms = 0;
    const mine = turn.then(() => {
      const begun = performance.now();
      const picture = convert(png, paper);
      ms = performance.now() - begun;
      waiting.delete(digest);
      keep(digest, picture);
      return picture;
    });
    turn = mine.then(() => wait(ms * REST, undefined, { ref: false }));
    waiting.set(digest, mine);
    return mine;
  };
}
