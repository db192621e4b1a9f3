/** Makes the file of the client that the server offers. Build time only. */

/** Path of the file, relative to the origin's root. */
export const CLIENT_PATH = 'client/pleinair.ts';

const OWN_IMPORT = "import type { components, paths } from './schema.ts';\n";

/**
 * The text of the file: the client, then the types of the API.
 * @param schema text of schema.ts
 * @param client text of standalone.ts
 * @param version of the product
 */
export function clientFile(schema: string, client: string, version: string): string {
  if (!client.includes(OWN_IMPORT)) throw new Error('standalone.ts no longer imports the types of schema.ts');
  // The header of standalone.ts is about the sources of this project.
  const code = client.slice(client.indexOf('*/\n') + 3).replace(OWN_IMPORT, '');
  const types = schema.replace(/^\/\/.*\n/, '');
  return `${head(version)}\n${code.trim()}\n\n${types.trim()}\n`;
}

function head(version: string): string {
  return `/**
 * A typed client of Pleinair's API, of version ${version}. MIT licence. It needs nothing but \`fetch\`.
 *
 * import { createPleinair } from './pleinair.ts';
 * const api = createPleinair({ baseUrl: 'http://127.0.0.1:8787' });
 */`;
}
