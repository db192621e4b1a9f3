import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { filesUnder } from './imports.ts';

/** The values of a shorthand such as `0 calc(1px + 2px)`, without spaces inside brackets. */
function valuesOf(shorthand: string): string[] {
  let flat = shorthand;
  while (/\([^()]*\)/.test(flat))
    flat = flat.replace(/\(([^()]*)\)/g, (_, inner: string) => `[${inner.replace(/\s/g, '')}]`);
  return flat.trim().split(/\s+/);
}

test('styles: unequal spaces at the sides follow the direction of the language, except at the screen edges and on the map', () => {
  const fixed = filesUnder(root, 'src/app')
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:padding|margin): ([^;]+);/g)]
        .filter(([, shorthand = '']) => {
          const [, right, , left] = valuesOf(shorthand);
          return left !== undefined && left !== right && !/--(?:safe|mark)/.test(shorthand);
        })
        .map(([found]) => `${file} has ${found}`),
    );
  expect(fixed).toEqual([]);
});

test('styles: every custom property that is used is defined', () => {
  const files = filesUnder(root, 'src/app').filter((file) => /\.(?:css|tsx?)$/.test(file));
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const isSet = new Set(
    texts.flatMap((text) => [...text.matchAll(/(--[\w-]+)['"]?\s*:/g)].map(([, name]) => name)),
  );
  const missing = files.flatMap((file, i) =>
    [...texts[i]!.matchAll(/var\((--[\w-]+)\s*([,)])/g)]
      .filter(([, name, end]) => end === ')' && !isSet.has(name))
      .map(([, name]) => `${file} reads ${name}`),
  );
  expect(missing).toEqual([]);
});
