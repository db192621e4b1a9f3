import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOffsetOf, offsetOf, pathText, printable } from './json-places.ts';
import { scanJson } from './json-scan.ts';

const faultsOf = (text: string) => {
  const { faults, lines } = scanJson(text);
  return faults.map(({ at, path, message }) => {
    const { line, column } = lines.place(at);
    return `${line}:${column} ${pathText(path)} ${message}`;
  });
};

/** The result of JSON.parse; undefined if it throws. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

describe('catalogue: JSON with places', () => {
  it('gives the value that JSON.parse gives', () => {
    const json = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.jsonValue().map((v) => JSON.stringify(v, null, 2)),
    );
    fc.assert(
      fc.property(json, (text) => {
        const { root, faults } = scanJson(text);
        expect(faults.filter(({ message }) => !message.includes('a second time'))).toEqual([]);
        expect(root?.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('finds a fault exactly where JSON.parse finds one', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b"',
      '\\',
      '\\u12',
      '\\ud800',
      "'",
      '-',
      '0',
      '01',
      '1e5',
      '.5',
      '1.',
      'true',
      'nul',
      ' ',
      '\n',
      '\t',
      '\u0000',
      '\u2028',
      '//x',
      '/*',
      'é',
      '\ufeff',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (candidate) => {
        const { root, faults } = scanJson(candidate);
        const own = faults.filter(({ message }) => !message.includes('a second time'));
        const theirs = parsed(candidate);
        expect(own.length === 0).toBe(theirs !== undefined);
        if (theirs !== undefined) expect(root?.value).toEqual(theirs.value);
      }),
      { numRuns: 20_000 },
    );
  });

  it('knows where values and names stand', () => {
    const text = '{\r\n  "masks": {\n    "products": [1,\r    {"id": "é😀", "name": 5}]\n}}';
    const { root, lines } = scanJson(text);
    if (root === undefined) throw new Error('not read');
    const place = (offset: number) => Object.values(lines.place(offset));
    expect(place(offsetOf(root, ['masks', 'products', 1, 'name']))).toEqual([4, 26]);
    expect(place(nameOffsetOf(root, ['masks', 'products', 1], 'name'))).toEqual([4, 18]);
    expect(place(offsetOf(root, ['masks', 'products', 1, 'price']))).toEqual([4, 5]);
    expect(place(offsetOf(root, []))).toEqual([1, 1]);
  });

  it('reads on after what is clear, and names every fault', () => {
    const text = '{\n  "a": [1, 2,],\n  "b": 01\n  "c": True, // why\n  d: "x\ty",\n  "a": "\\q",\n}';
    expect(faultsOf(text)).toEqual([
      '2:13 a no comma may stand before ]',
      '3:8 b this is no JSON value: text stands in double quotes, a number as 12.5',
      '4:3  a comma is missing before this',
      '4:8 c this is no JSON value: text stands in double quotes, a number as 12.5',
      '4:14  JSON has no comments',
      '5:3  the name of a member must stand in double quotes',
      '5:8 d a control character must be written as \\u0009',
      '6:3 a this name stands here a second time; the first is on line 2',
      '6:9 a a backslash must stand before one of " \\ / b f n r t, or before u and four hex digits',
      '6:12  no comma may stand before }',
    ]);
  });

  it.for([
    ['', '1:1  the text ends here: it is cut off'],
    ['{"a": [1, {"b": 2}', '1:19 a the text ends here: it is cut off, or ] for line 1, column 7 is missing'],
    ['{"a": "cut', '1:7 a this text in double quotes has no closing quote on its line'],
    ['{"a": "two\nlines"}', '1:7 a this text in double quotes has no closing quote on its line'],
    [
      '<!doctype html>',
      '1:1  a value must stand here: text in double quotes, a number, true, false, null, [ or {',
    ],
    ['{"a" 1}', '1:6 a a colon must stand between a name and its value'],
    ['{} {}', '1:4  nothing may stand after the end of the catalogue'],
    ["{'a': 1}", '1:2  the name of a member must stand here, in double quotes'],
  ] as const)('of %j it says where it stops', ([text, said]) => {
    expect(faultsOf(text)).toEqual([said]);
    expect(scanJson(text).root).toBeUndefined();
  });

  it('is not brought down by a million brackets', () => {
    expect(faultsOf('['.repeat(1_000_000))[0]).toContain('nested more than 32 deep');
    expect(faultsOf('{"a":'.repeat(200_000)).at(-1)).toContain('nested more than 32 deep');
  });

  it('knows the place of every offset, in whatever order it is asked', () => {
    const piece = fc.constantFrom('\r', '\n', '\r\n', 'a', 'é', '😀');
    const asked = fc.tuple(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(40), { maxLength: 10 }));
    fc.assert(
      fc.property(asked, ([pieces, offsets]) => {
        const text = pieces.join('');
        const { lines } = scanJson(text);
        for (const offset of offsets) {
          // Never between the halves of a surrogate pair or of CR LF.
          const [before, after] = [text.slice(0, offset), text.slice(offset)];
          if (/[\ud800-\udbff]$/.test(before) || (before.endsWith('\r') && after.startsWith('\n'))) continue;
          const whole = before.split(/\r\n|\n|\r/);
          const column = [...(whole.at(-1) ?? '')].length + 1;
          expect(lines.place(offset)).toEqual({ line: whole.length, column });
        }
      }),
    );
  });

  it('stops after 200 faults, and after more values than any catalogue has', () => {
    expect(scanJson(`[${',\n'.repeat(1_000)}`)).toMatchObject({ root: undefined, faults: { length: 200 } });
    expect(faultsOf(`[${','.repeat(1_000)}`).at(-1)).toContain('1:201 ');
    expect(faultsOf(`[${'1,'.repeat(5_000)}1]`)).toEqual([
      '1:10000 [4999] a catalogue has no more than 5000 values',
    ]);
    expect(faultsOf(`[${'1,'.repeat(4_998)}1]`)).toEqual([]);
  });

  it('takes __proto__ for a name like any other', () => {
    const { root } = scanJson('{"__proto__": {"admin": true}}');
    expect(Object.keys(Object(root?.value))).toEqual(['__proto__']);
    expect(Object(root?.value).admin).toBeUndefined();
  });

  it('shows texts of a catalogue without anything that a terminal acts on', () => {
    expect(printable('a\u001b[2Jb\u202e\ud800"\\')).toBe('"a\\u001b[2Jb\\u202e\\ud800\\"\\\\"');
    expect(printable('x'.repeat(100))).toBe(`"${'x'.repeat(60)}…"`);
  });
});
