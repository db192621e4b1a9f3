import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearPictures } from './clear.ts';

test('shots: the pictures of an earlier run are deleted, those of other languages stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pleinair-shots-'));
  try {
    mkdirSync(join(folder, 'en-XA'));
    for (const name of ['a.png', join('en-XA', 'a.png')]) writeFileSync(join(folder, name), '');
    clearPictures(folder);
    expect(readdirSync(folder)).toEqual(['en-XA']);
    expect(readdirSync(join(folder, 'en-XA'))).toEqual(['a.png']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
