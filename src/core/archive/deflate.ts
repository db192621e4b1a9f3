/** DEFLATE compression (RFC 1951), done by the streams that browsers and Node have built in. */
import { ZipError } from './zip-error.ts';

/**
 * Bytes given to the decompressor at once. Small, because all that one slice unpacks to (at most a thousand
 * times as much) stays in memory until it is read.
 */
const SLICE = 16 * 1024;

export type Bytes = Uint8Array<ArrayBuffer>;

export async function deflate(bytes: Bytes): Promise<Bytes> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * Decompresses `packed`.
 * @param size bytes that the archive claims; decompression stops once there are more
 * @throws ZipError if the data are damaged or do not have that size
 */
export async function inflate(packed: Bytes, size: number): Promise<Bytes> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  void feed(packed, writable.getWriter());
  const reader = readable.getReader();
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ZipError('is damaged: it cannot be unpacked');
    });
    if (done) break;
    total += value.length;
    if (total > size) {
      void reader.cancel().catch(() => undefined);
      throw new ZipError(`unpacks to more than the ${size} bytes that it says it has`);
    }
    parts.push(value);
  }
  if (total < size) throw new ZipError(`unpacks to ${total} bytes and says that it has ${size}`);
  return concat(parts, total);
}

/** Writes the bytes in slices. An error here also fails the reading side, which reports it. */
async function feed(packed: Bytes, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  try {
    for (let at = 0; at < packed.length; at += SLICE) await writer.write(packed.subarray(at, at + SLICE));
    await writer.close();
  } catch {
    // The reader cancelled the stream, or the data are damaged.
  }
}

export function concat(parts: readonly Uint8Array[], total: number): Bytes {
  const all = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
