/**
 * `npm run generate`: writes the page's client types from the OpenAPI document. With `--check` it writes
 * nothing and fails if they are out of date. The build makes the document itself.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { openapiDocument } from './document.ts';
import { typesOf } from './types.ts';

const target = new URL('../../app/client/schema.ts', import.meta.url);
const wanted = typesOf(openapiDocument());

if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== wanted) {
    console.error('src/app/client/schema.ts is not what the OpenAPI document says; run `npm run generate`');
    process.exitCode = 1;
  }
} else {
  await writeFile(target, wanted);
}
