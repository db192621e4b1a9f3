/** A replay as single pictures in a zip file, where nothing makes a film of them. */
import { zipWriter } from '../../../core/archive/zip-write.ts';
import type { Maker } from './make-film.ts';

/** Pictures a second. A minute has 240 of them, some ten megabytes. */
const RATE = 4;

export const pictures: Maker = async (frames, onProgress) => {
  const { width, height, length } = frames;
  const count = Math.ceil((length / 1000) * RATE) + 1;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = zipWriter(async (bytes) => void parts.push(bytes.slice()));
  const modified = Date.now();
  for (let i = 0; i < count; i++) {
    if (frames.paint((i * 1000) / RATE) || i === 0) {
      context.putImageData(new ImageData(frames.bytes, width, height), 0, 0);
      const png = await canvas.convertToBlob({ type: 'image/png' });
      const name = `${String(i).padStart(4, '0')}.png`;
      await zip.add(name, new Uint8Array(await png.arrayBuffer()), { pack: false, modified });
    }
    onProgress((i + 1) / count);
  }
  await zip.end();
  return new Blob(parts, { type: 'application/zip' });
};
