/**
 * Compares pictures inside the page, so that millions of pixels need not be passed to the test, and strokes are
 * passed once for all comparisons.
 */
import type { Drawing } from '../../../../src/core/drawing/types.ts';
import { paintCoats } from '../../../../src/ink/brush/field/paint-coats.ts';
import { blankPixels, straightBytes, wholeOf } from '../../../../src/ink/brush/field/pixels.ts';
import { asFlatStroke } from '../../../../src/ink/brush/flat-stroke.ts';
import { coatsOf } from '../../../../src/ink/brush/wet-wash.ts';
import type { Camera } from '../../../../src/ink/view/camera.ts';

/** The layer of finished strokes, device pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** SHA-256 of the RGBA values of all pixels: equal for equal pictures. */
  readonly digest: string;
  /** How many pixels have ink. */
  readonly inked: number;
}

export interface PictureDifference {
  /** The greatest difference in one channel, premultiplied by opacity: what an eye could see on paper. */
  readonly greatest: number;
  /** How many pixels differ by more than a quarter of full ink. */
  readonly far: number;
  /** The share of pixels with ink that differ by more than 2 in a channel. */
  readonly share: number;
  /** How many pixels of the shown picture have ink. */
  readonly inked: number;
}

/** What is painted. */
type Content = Pick<Drawing, 'strokes' | 'layers'>;

let content: Content | undefined;

/** True if this document has strokes to paint. */
export function hasStrokes(): boolean {
  return content !== undefined;
}

/** @param text JSON of a Content: as objects, strokes would take many times as long to get here */
export function takeStrokes(text: string): void {
  content = JSON.parse(text);
}

/**
 * Name of the cache for pictures. The page finds them after a reload, and so do other pages of the same
 * browser.
 */
const PICTURES = 'pictures-of-a-test';

/** Also stores the picture, for `differenceFromStored`. */
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

/** The finished strokes with the one being drawn on them, where that mixes with nothing (wet-ink-layer.ts). */
export function withWetInk(layer: HTMLCanvasElement, wet: HTMLCanvasElement): HTMLCanvasElement {
  const both = document.createElement('canvas');
  both.width = layer.width;
  both.height = layer.height;
  const context = both.getContext('2d')!;
  for (const one of [layer, wet]) context.drawImage(one, 0, 0);
  return both;
}

/** Compares two stored pictures of the same size, by their digests. */
export async function differenceFromStored(one: string, other: string): Promise<PictureDifference> {
  const pictures = await caches.open(PICTURES);
  const pixels = async (digest: string) => {
    const kept = await pictures.match(`/${digest}`);
    if (!kept) throw new Error(`There is no picture ${digest} here.`);
    return new Uint8ClampedArray(await kept.arrayBuffer());
  };
  return unlike(await pixels(one), await pixels(other));
}

/** Compares the shown picture with all strokes painted anew, on one rectangle as large as the view. */
export function differenceFromRepaint(layer: HTMLCanvasElement, camera: Camera): PictureDifference {
  const { width, height } = layer;
  const plain = document.createElement('canvas');
  plain.width = width;
  plain.height = height;
  const context = plain.getContext('2d')!;
  const scale = camera.zoom * devicePixelRatio;
  const pixels = blankPixels(Math.round(camera.x * scale), Math.round(camera.y * scale), width, height);
  const { strokes, layers }: Content = content ?? { strokes: [] };
  paintCoats(pixels, scale, coatsOf(strokes), asFlatStroke, layers);
  const image = context.createImageData(width, height);
  straightBytes(pixels, wholeOf(pixels), image.data);
  context.putImageData(image, 0, 0);
  return unlike(read(layer).data, read(plain).data);
}

function read(layer: HTMLCanvasElement): ImageData {
  return layer.getContext('2d')!.getImageData(0, 0, layer.width, layer.height);
}

function unlike(a: Uint8ClampedArray<ArrayBuffer>, b: Uint8ClampedArray<ArrayBuffer>): PictureDifference {
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
