/** The address of a Redis or a Valkey: `redis://user:password@host:6379/0`, or `rediss://` with TLS. */

/** True for an address without options: they could turn off the limits that this program sets itself. */
export function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return false;
  // The client would leave out a user without a password, and be somebody else.
  if (url.port === '0' || (url.username !== '' && url.password === '')) return false;
  if (/[?#]/.test(text) || !/^(?:\/\d{0,4})?$/.test(url.pathname)) return false;
  try {
    // A per cent sign that stands for itself must be written as %25.
    for (const part of [url.username, url.password]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** What to print of it, without user and password. */
export function redisName(url: string): string {
  return `the Redis at ${new URL(url).host}`;
}
