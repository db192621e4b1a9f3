import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { anchorsOf, documentFaults, documentFaultsOf, type KnownNames } from './documents.ts';
import { filesUnder } from './imports.ts';

const NAMED: KnownNames = {
  files: ['src/ink/tiles/tile.ts', 'docs/sync.md', 'docs/picture.png'],
  scripts: ['bench'],
  tests: 'tests/server/durability.test.ts',
  anchors: (document) => (document === 'docs/sync.md' ? ['when'] : undefined),
};

describe('structure: documents', () => {
  test('every named file, link and command exists', () => {
    expect(documentFaults(root)).toEqual([]);
  });

  test('the page for people who draw names buttons and places as the app does', () => {
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const words = filesUnder(root, 'src/app/words/en').map(read).join('');
    const named = [...read('docs/drawing.md').matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? '');
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !words.includes(`'${name}'`))).toEqual([]);
  });

  test('accepts existing files by path, by the end of a path and by placeholder', () => {
    const text = [
      '`src/ink/tiles/tile.ts`, `tile.ts`, `tiles/tile.ts`, `t*.ts`, `src/ink`, `src/ink/`, `NAME.ts`, `text/event-stream`',
      '[a](sync.md) [b](sync.md#when) ![c](picture.png) [d](https://data.gov.sg/x)',
      '`npm run bench`, `npm run --silent bench`, `npm test -- durability`, `npm test -- NAME`, `npm test`',
    ];
    expect(documentFaultsOf('docs/a.md', text.join('\n'), NAMED)).toEqual([]);
  });

  test('reports a missing file', () => {
    const text =
      '`src/ink/gone.ts` `g*.ts` `src/gone/` [a](gone.md) [b](sync.md#gone) `npm run gone` `npm test -- gone`';
    expect(documentFaultsOf('docs/a.md', text, NAMED)).toEqual([
      'docs/a.md: gone.md is not there',
      'docs/a.md: sync.md#gone is not there',
      'docs/a.md: src/ink/gone.ts is not there',
      'docs/a.md: g*.ts is not there',
      'docs/a.md: src/gone/ is not there',
      'docs/a.md: npm run gone is not there',
      'docs/a.md: npm test -- gone is not there',
    ]);
  });

  test('converts headings to anchors', () => {
    expect(anchorsOf('# On a phone: HTTPS\n\n## Add a key')).toEqual(['on-a-phone-https', 'add-a-key']);
  });
});
