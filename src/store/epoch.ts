/** A random name for a database: 16 hexadecimal digits. Cursors carry it, so that they fit no other one. */
export function newEpoch(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
