import { describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { foldersOf, missingPages, pageFaults, pageFaultsOf } from './pages.ts';

describe('structure: folder pages', () => {
  test('every folder of more than four files has a correct page', () => {
    expect(pageFaults(root)).toEqual([]);
  });

  test('reports a folder without a page; unit tests, styles and data do not count', () => {
    const files = ['a.ts', 'b.tsx', 'c.ts', 'c.test.ts', 'c.css', 'c.json', 'room/d.ts'].map(
      (name) => `src/x/${name}`,
    );
    expect(missingPages(foldersOf(files), [])).toEqual([]);
    const more = foldersOf([...files, 'src/x/e.ts']);
    expect(missingPages(more, [])).toEqual(['src/x holds 5 files and rooms and has no README.md']);
    expect(missingPages(more, ['src/x/README.md'])).toEqual([]);
  });

  test('reports a page that lists too little or too much, or is too long', () => {
    const entries = new Set(['a.ts', 'room/']);
    const there = new Set(['src/x/a.ts', 'src/x/room/', 'docs/sync.md', 'src/x/b.css']);
    const exists = (path: string) => there.has(path);
    const page =
      '# X\n\n`a.ts`, `room/`, `b.css`: see docs/sync.md, and `npm test`, `X`, `*.fake.ts`, `en/PLACE.ts`.\n';
    expect(pageFaultsOf('src/x', page, entries, exists)).toEqual([]);
    expect(pageFaultsOf('src/x', '`a.ts`, `gone.ts`, docs/gone.md', entries, exists)).toEqual([
      'src/x/README.md names gone.ts, which is not there',
      'src/x/README.md names docs/gone.md, which is not there',
      'src/x/README.md does not name room/',
    ]);
    expect(pageFaultsOf('src/x', `${page}${'\n'.repeat(22)}end`, entries, exists)).toEqual([
      'src/x/README.md has 26 lines: 25 at most',
    ]);
  });
});
