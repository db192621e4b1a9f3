/** Bytes as hexadecimal text, their digest, and UUIDs. */

/** Lower-case hexadecimal digits, two per byte. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** The SHA-256 of bytes, as `hex`. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** A lower-case UUID (RFC 9562) from 16 bytes. Only the six bits of version and variant are replaced. */
export function uuid(bytes: Uint8Array, version: 4 | 8): string {
  const marked = bytes.slice();
  marked[6] = ((marked[6] ?? 0) & 0x0f) | (version << 4);
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
  return hex(marked).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
