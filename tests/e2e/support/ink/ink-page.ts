/**
 * Pictures are compared where they are, in the page: millions of pixels are not handed over to the test, and strokes
 * come once for all that is painted of them.
 */
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { paintStroke } from '../../../../src/ink/brushes/paint.ts';
import type { Camera } from '../../../../src/ink/view/camera.ts';

/** What is on the layer of the finished strokes, device pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** SHA-256 of the RGBA of every pixel: equal for equal pictures. */
  readonly digest: string;
  /** Pixels with ink. */
  readonly inked: number;
}

export interface Unlike {
  /** Of one channel, premultiplied by opacity: what an eye could see on paper. */
  readonly greatest: number;
  /** Pixels that differ by more than a quarter of full ink. */
  readonly far: number;
  /** Pixels that differ by more than 2 in a channel, as a share of those with ink. */
  readonly share: number;
  /** Pixels with ink in what is shown. */
  readonly inked: number;
}

let strokes: readonly Stroke[] | undefined;

/** Are there strokes to paint in this document? */
export function hasStrokes(): boolean {
  return strokes !== undefined;
}

/** @param text of JSON: as objects, with each number packed by itself, strokes take many times as long to get here */
export function takeStrokes(text: string): void {
  strokes = JSON.parse(text);
}

/** Where pictures are kept, for the page after a reload and for others of the same browser. */
const PICTURES = 'pictures-of-a-test';

/** Keeps the picture too, for `unlikeKept`. */
export async function pictureOf(layer: HTMLCanvasElement): Promise<Picture> {
  const { data, width, height } = read(layer);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  const digest = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const pictures = await caches.open(PICTURES);
  await pictures.put(`/${digest}`, new Response(data));
  let inked = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) inked++;
  return { width, height, digest, inked };
}

/** Compares two pictures of the same size, by their digests. */
export async function unlikeKept(one: string, other: string): Promise<Unlike> {
  const pictures = await caches.open(PICTURES);
  const pixels = async (digest: string) => {
    const kept = await pictures.match(`/${digest}`);
    if (!kept) throw new Error(`There is no picture ${digest} here.`);
    return new Uint8ClampedArray(await kept.arrayBuffer());
  };
  return unlike(await pixels(one), await pixels(other));
}

/** Compares what is shown with all strokes on one canvas as large as the view, each as one path, in one go. */
export function unlikePlain(layer: HTMLCanvasElement, camera: Camera): Unlike {
  const { width, height } = layer;
  const plain = document.createElement('canvas');
  plain.width = width;
  plain.height = height;
  const context = plain.getContext('2d')!;
  const scale = camera.zoom * devicePixelRatio;
  context.setTransform(scale, 0, 0, scale, -Math.round(camera.x * scale), -Math.round(camera.y * scale));
  for (const stroke of strokes ?? []) paintStroke(context, stroke);
  return unlike(read(layer).data, read(plain).data);
}

function read(layer: HTMLCanvasElement): ImageData {
  return layer.getContext('2d')!.getImageData(0, 0, layer.width, layer.height);
}

function unlike(a: Uint8ClampedArray<ArrayBuffer>, b: Uint8ClampedArray<ArrayBuffer>): Unlike {
  const [wholeA, wholeB] = [new Uint32Array(a.buffer), new Uint32Array(b.buffer)];
  let [greatest, different, far, inked] = [0, 0, 0, 0];
  for (let i = 0; i < a.length; i += 4) {
    const [alphaA, alphaB] = [a[i + 3]!, b[i + 3]!];
    if (alphaA > 0) inked++;
    if (wholeA[i / 4] === wholeB[i / 4]) continue;
    let most = Math.abs(alphaA - alphaB);
    for (let k = 0; k < 3; k++) {
      most = Math.max(most, Math.abs(a[i + k]! * alphaA - b[i + k]! * alphaB) / 255);
    }
    if (most > 2) different++;
    if (most > 64) far++;
    greatest = Math.max(greatest, most);
  }
  return { greatest, far, share: different / Math.max(1, inked), inked };
}
