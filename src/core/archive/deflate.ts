/** Packing and unpacking (RFC 1951) with what browsers and Node have built in. */
import { ZipError } from './zip-error.ts';

/** Bytes handed over at once: what one slice unpacks to, a thousand times as much at most, is held until it is read. */
const SLICE = 16 * 1024;

export type Bytes = Uint8Array<ArrayBuffer>;

export async function deflate(bytes: Bytes): Promise<Bytes> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * Unpacks.
 * @param size how much it says it is; the unpacking ends as soon as there is more
 * @throws ZipError when it is damaged, or not of that size
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

/** What goes wrong here, the reader is told. */
async function feed(packed: Bytes, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  try {
    for (let at = 0; at < packed.length; at += SLICE) await writer.write(packed.subarray(at, at + SLICE));
    await writer.close();
  } catch {
    // A stream that was given up, or whose data are damaged.
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
