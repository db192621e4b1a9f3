/**
 * SHA-256 for addresses that are not secure, where browsers have no `crypto.subtle`. The application hashes
 * bodies and responses, nothing secret. Source: FIPS 180-4, sections 4.2.2, 5 and 6.2.
 */

/** The first `count` primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits of a number's fractional part. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
/** Bytes. */
const BLOCK = 64;

/** The hash of the bytes, 32 bytes long. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = pad(bytes);
  const state = START.slice();
  const schedule = new Int32Array(64);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    fill(schedule, new DataView(padded.buffer, at, BLOCK));
    compress(state, schedule);
  }
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  for (const [i, word] of state.entries()) view.setInt32(i * 4, word);
  return digest;
}

/** The bytes, a one bit, zeros, and the length in bits, up to whole blocks. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return padded;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fill(w: Int32Array, block: DataView): void {
  for (let t = 0; t < 16; t += 1) w[t] = block.getInt32(t * 4);
  for (let t = 16; t < 64; t += 1) {
    const [a, b] = [w[t - 15]!, w[t - 2]!];
    const small0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const small1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[t] = w[t - 16]! + small0 + w[t - 7]! + small1;
  }
}

function compress(state: Int32Array, w: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const large1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + large1 + ((e & f) ^ (~e & g)) + ROUNDS[t]! + w[t]!) | 0;
    const large0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (large0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word;
}
