/** Makes a token for the drawings of a server. */
import { randomBytes } from 'node:crypto';
import { TOKEN_FILE } from '../config/settings.ts';

/** 256 bits in 43 characters that need no quoting in a shell, header or URL. Never begins with "-". */
export function makeToken(): string {
  for (;;) {
    const token = randomBytes(32).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** Where to put the token. */
export const TOKEN_PLACES = `A new token for the drawings of your server. It is stored nowhere: keep it like a
password, and put it

  where the server starts   DRAW_TOKEN=… pleinair serve
                            or into the file ${TOKEN_FILE}
  on each of your devices   Settings, so that they sync with the server
  into scripts              the header Authorization: Bearer …

A running server accepts its old token until it is restarted.`;
