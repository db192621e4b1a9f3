import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { filesUnder } from './imports.ts';

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
