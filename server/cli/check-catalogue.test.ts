import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runPleinair } from '../../tests/server/program.ts';
import { ALLOWED, openShops, page, redirect } from '../../tests/support/shops.ts';
import { root } from '../bin/bootstrap.js';
import { checkFile } from './check-catalogue.ts';

const EXAMPLE = join(root, 'docs', 'catalogue.example.json');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pleinair-check-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(text: string): string {
  const file = join(folder, 'catalogue.json');
  writeFileSync(file, text);
  return file;
}

const run = (...args: string[]) => runPleinair(['catalogue', ...args], {});

describe('catalogue check', () => {
  it('takes the example, and says what is in it', async () => {
    const { code, stdout, stderr } = await run('check', EXAMPLE);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/is valid: 3 masks, 2 purifiers, 4 affiliate links, from "An invented/);
  });

  it('explains every fault by line and column, and exits with 1', async () => {
    const file = write('{\n  "source": "Us",\n  "masks": {\n    "products": [{ "id": "a b" },]\n  }\n}\n');
    const { code, stdout } = await run('check', file);
    expect(code).toBe(1);
    expect(stdout.split('\n').map((line) => line.replace(`${file}: `, '').replace(/; it m.*/, ''))).toEqual([
      'line 3, column 12: masks.url: is missing',
      'line 3, column 12: masks.catalogueUrl: is missing',
      'line 4, column 18: masks.products[0].name: is missing',
      'line 4, column 26: masks.products[0].id: is not an id',
      'line 4, column 33: masks.products: no comma may stand before ]',
      '5 faults: the server refuses this catalogue and keeps the last valid one.',
      '',
    ]);
  });

  it('says what the server does with a name of 10 KB, and exits with 1', async () => {
    const long = (await import('node:fs')).readFileSync(EXAMPLE, 'utf8').replace('Kite', 'Kite'.repeat(2560));
    const { code, stdout } = await run('check', write(long));
    expect(code).toBe(1);
    expect(stdout).toContain(
      'characters long; at most 200 are shown (served cleaned or shortened)\n1 fault: the server accepts',
    );
  });

  it('says once that a file is too large', async () => {
    const file = write(' '.repeat(1024 * 1024 + 1));
    expect((await run('check', file)).stdout).toBe(`${file} is larger than 1024 KB\n`);
  });

  it('says that a file that is cut off was not checked to its end', async () => {
    const { code, stdout } = await run('check', write('{"source": "Us", "masks": {'));
    expect(code).toBe(1);
    expect(stdout).toContain('line 1, column 28: masks: the text ends here: it is cut off');
    expect(stdout).toContain('was not checked');
  });

  it('lists 200 faults, and says how many there are', async () => {
    const members = Array.from({ length: 250 }, (_, i) => `"m${i}": 1`).join();
    const { code, stdout } = await run('check', write(`{"source": "Us", "masks": null, ${members}}`));
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(202);
    expect(lines.slice(-2)).toEqual([
      '51 more faults are not listed: fix these first.',
      '251 faults: the server refuses this catalogue and keeps the last valid one.',
    ]);
  });

  it.for([
    ['a file that is not there', ['check', '/nowhere/catalogue.json'], /is missing \(ENOENT\)/],
    ['a folder', ['check', tmpdir()], /is not a file/],
    ['an address that nobody serves', ['check', 'http://127.0.0.1:9/c.json'], /cannot be reached \(/],
  ] as const)('with %s exits with 1', async ([, args, said]) => {
    const { code, stdout } = await run(...args);
    expect(code).toBe(1);
    expect(stdout).toMatch(said);
  });

  it('--links without lists of hosts says why none is verified, and asks nobody', async () => {
    const { code, stdout } = await run('check', EXAMPLE, '--links');
    expect(code).toBe(1);
    expect(
      stdout.match(/not verified: it begins at go\.example, which is not in AFFILIATE_REDIRECT_HOSTS/g),
    ).toHaveLength(4);
  });

  it('--links with lists that are wrong says so', async () => {
    const { code, stderr } = await runPleinair(['catalogue', 'check', EXAMPLE, '--links'], {
      AFFILIATE_REDIRECT_HOSTS: 'https://go.example',
    });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'catalogue check failed: AFFILIATE_REDIRECT_HOSTS must be host names, comma-separated\n',
    );
  });

  it('--links follows each link and says where it leads', async () => {
    const shops = await openShops();
    try {
      for (const id of ['paper-lantern-n95', 'easel-n95-small', 'watercolour-12', 'charcoal-30']) {
        shops.pages.set(`go.example/r/${id}`, redirect('https://market.example/item'));
      }
      shops.pages.set('market.example/item', page());
      const lines: string[] = [];
      const host = {
        print: (line: string) => lines.push(line),
        allowed: () => ALLOWED,
        now: Date.now,
        follow: (link: string) => shops.follow(link),
      };
      expect(await checkFile(EXAMPLE, true, host)).toBe(0);
      expect(lines.slice(1)).toEqual(
        ['masks.products[0]', 'masks.products[1]', 'purifiers.products[0]', 'purifiers.products[1]'].map(
          (path) => `${path}.affiliateUrl: verified, go.example → market.example`,
        ),
      );
      shops.pages.set('go.example/r/charcoal-30', redirect('https://evil.example/'));
      lines.length = 0;
      expect(await checkFile(EXAMPLE, true, host)).toBe(1);
      expect(lines.at(-1)).toMatch(/^purifiers\.products\[1\]\.affiliateUrl: not verified: it leads to evil/);
    } finally {
      await shops.close();
    }
  });
});
