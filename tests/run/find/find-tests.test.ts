import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lostTitles } from './check-titles.ts';
import { createTestFinder } from './find-tests.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pleinair-find-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const VITEST = "import { describe, expect, it } from 'vitest';\n";

/** A finder over these files; those named `*.test.ts` are tests. */
function finderOver(sources: Readonly<Record<string, string>>) {
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  return createTestFinder(
    Object.keys(sources).filter((file) => file.endsWith('.test.ts')),
    folder,
  );
}

describe('test command: finding tests by name', () => {
  test('finds all tests of a file or folder of that name', () => {
    const finder = finderOver({
      'src/ink/pen.test.ts': `${VITEST}it('draws', () => {});`,
      'src/ink/tools/lasso.test.ts': `${VITEST}it('selects', () => {});`,
      'src/app/links.test.ts': `${VITEST}it('leads on', () => {});`,
    });
    expect(finder.find('src/ink').byPath).toEqual(['src/ink/pen.test.ts', 'src/ink/tools/lasso.test.ts']);
    expect(finder.find('LASSO').byPath).toEqual(['src/ink/tools/lasso.test.ts']);
  });

  test('finds a title in any case, also across group and test', () => {
    const finder = finderOver({
      'a.test.ts': `${VITEST}describe('The zip', () => { it.skipIf(process.env.X)("can't be cut", () => {}); });`,
    });
    expect(finder.find("zip CAN'T be").byTitle).toEqual(['a.test.ts']);
    expect(finder.find('zip is').byTitle).toEqual([]);
  });

  test('ignores code and imports', () => {
    const finder = finderOver({
      'a.test.ts': `${VITEST}import { zip } from './zip.ts';\nit(\`packs \${1}\`, () => { expect(zip('cut')).toBe('cut'); });`,
      'zip.ts': "export const zip = (text: string) => text + ', archived';",
    });
    expect(finder.find('zip').byTitle).toEqual([]);
    expect(finder.find('archived').byTitle).toEqual([]);
    expect(finder.find('pack').byTitle).toEqual(['a.test.ts']);
  });

  test('finds a title from a table with a number that JSON lacks', () => {
    const finder = finderOver({
      'a.test.ts': `${VITEST}it.each([[10n, 'rows']])('%s %s', () => {});`,
    });
    expect(finder.find('10').byTitle).toEqual(['a.test.ts']);
  });

  test('finds a title from a table in the file, as text and as JSON', () => {
    const finder = finderOver({
      'a.test.ts': `${VITEST}it.each([['red', { hue: 'a\\nb' }]])('%s is %j', () => {});`,
      'b.test.ts': `${VITEST}for (const [n, what] of [[1, 'red']]) it(\`\${n}x \${what}\`, () => {});`,
    });
    expect(finder.find('red').byTitle).toEqual(['a.test.ts', 'b.test.ts']);
    expect(finder.find('{"hue":"a\\nb"}').byTitle).toEqual(['a.test.ts']);
    expect(finder.find('2x').byTitle).toEqual(['b.test.ts']);
  });

  test('finds a title from a table in another module', () => {
    const finder = finderOver({
      'a.test.ts': `${VITEST}import { ALL } from './all.ts';\nconst some = ALL.slice(1);\nfor (const name of some) it(name, () => {});`,
      'all.ts': "export { ALL } from './deep/table.ts';",
      'deep/table.ts': "import { BLUE } from './blue.ts';\nexport const ALL = ['red', BLUE];",
      'deep/blue.ts': "export const BLUE = 'blue';",
    });
    expect(finder.find('blue').byTitle).toEqual(['a.test.ts']);
    expect(finder.find('green').byTitle).toEqual([]);
  });

  test('finds a title that another module registers', () => {
    const finder = finderOver({
      'a.test.ts': "import { suite } from './suite.ts';\nsuite('memory');",
      'suite.ts': `${VITEST}export const suite = (store: string) => it(\`\${store} keeps\`, () => {});`,
    });
    expect(finder.find('memory keeps').byTitle).toEqual(['a.test.ts']);
  });

  test('includes a file whose titles come from a document', () => {
    const finder = finderOver({
      'a.test.ts': `import { readFileSync } from 'node:fs';\n${VITEST}const rows = () => readFileSync('x.md', 'utf8').split(' ');\nfor (const row of rows()) it(row, () => {});`,
    });
    expect(finder.find('anything').byTitle).toEqual(['a.test.ts']);
  });

  test('reports a title that cannot be found, after a run of everything', () => {
    const finder = finderOver({ 'a.test.ts': `${VITEST}it(atob('cmVk'), () => {}); it('blue', () => {});` });
    const tests = ['red', 'blue'].map((title) => ({ file: 'a.test.ts', title }));
    expect(lostTitles(finder, tests)).toEqual([{ file: 'a.test.ts', title: 'red' }]);
  });
});
