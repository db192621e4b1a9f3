import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { checkCatalogue, decodeCatalogue, FILE_MAX, faultText } from './check.ts';
import { catalogueJsonSchema } from './format.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const example = readFileSync(join(DOCS, 'catalogue.example.json'), 'utf8');
const NOW = Date.parse('2026-11-21T04:00:00Z');

type Json = Record<string, unknown>;

const entry = (more: Json = {}): Json => ({ id: 'a', name: 'A mask', ...more });
const productList = (more: Json = {}): Json => ({
  url: 'https://shop.example/masks',
  catalogueUrl: 'https://shop.example/catalogue/masks',
  products: [entry()],
  ...more,
});
const file = (more: Json = {}): Json => ({ source: 'Us', masks: productList(), ...more });
const withEntry = (more: Json): Json => file({ masks: productList({ products: [entry(more)] }) });

const address = (length: number) => 'https://img.example/'.padEnd(length, 'a');

const check = (value: unknown) => checkCatalogue(JSON.stringify(value), NOW);
const told = (value: unknown) => check(value).faults.map(({ path, message }) => `${path}: ${message}`);

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const bySchema = ajv.compile(catalogueJsonSchema());

/**
 * Name of the row, the change to the catalogue, the expected message, and whether the schema for editors
 * refuses it too.
 */
type Refusal = readonly [what: string, value: Json, said: string, by: 'schema' | 'check'];

function refuses(value: Json, said: string, by: Refusal[3]): void {
  const { catalogue, faults } = check(value);
  expect(catalogue).toBeUndefined();
  expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([expect.stringContaining(said)]);
  expect(faults[0]?.effect).toBe('refused');
  expect(bySchema(JSON.parse(JSON.stringify(value)))).toBe(by === 'check');
}

describe('catalogue: the check', () => {
  it('takes the example of the documentation', () => {
    const { catalogue, faults } = checkCatalogue(example, NOW);
    expect(faults).toEqual([]);
    expect(catalogue?.masks?.products).toHaveLength(3);
    expect(catalogue?.purifiers?.products).toHaveLength(2);
  });

  it('takes one category alone, and an empty one', () => {
    expect(check(file({ masks: productList({ products: [] }) })).faults).toEqual([]);
    expect(check({ source: 'Us', purifiers: productList() }).faults).toEqual([]);
  });

  it('takes what is just as long, as much and as late as it may be', () => {
    const most = entry({
      id: 'a'.repeat(64),
      image: address(2000),
      price: '5'.repeat(40),
      // A clock may be wrong by a day.
      priceCheckedAt: '2026-11-22T04:00:00Z',
    });
    const products = [most, ...Array.from({ length: 9 }, (_, i) => entry({ id: `p${i}` }))];
    expect(check(file({ source: 's'.repeat(300), masks: productList({ products }) })).faults).toEqual([]);
  });

  it.for<Refusal>([
    ['no source', { masks: productList() }, ': is missing; it must be who keeps the catalogue', 'schema'],
    [
      'a source of 301 characters',
      file({ source: 's'.repeat(301) }),
      'source: is 301 characters long',
      'schema',
    ],
    ['no category', { source: 'Us' }, ': has neither masks nor purifiers', 'schema'],
    ['an unknown member', file({ toys: 1 }), ': has no member "toys"; it may have $schema, source', 'schema'],
    ['a category that is a list', file({ masks: [] }), 'masks: is a list; it must be an object', 'schema'],
    [
      'a member of a category',
      file({ masks: productList({ title: 'x' }) }),
      'masks: has no member "title"',
      'schema',
    ],
    ['no shop', file({ masks: productList({ url: undefined }) }), 'masks.url: is missing', 'schema'],
    [
      'eleven entries',
      file({
        masks: productList({ products: Array.from({ length: 11 }, (_, i) => entry({ id: `p${i}` })) }),
      }),
      'masks.products: has 11 products; at most 10',
      'schema',
    ],
    [
      'an unknown member of an entry',
      withEntry({ brand: 'x' }),
      'masks.products[0]: has no member "brand"; it may have id, name',
      'schema',
    ],
    [
      'an id given twice',
      file({ purifiers: productList() }),
      'purifiers.products[0].id: is the id of masks.products[0] already',
      'check',
    ],
  ])('%s is refused', ([, value, said, by]) => refuses(value, said, by));

  const PRICED = { price: 'S$ 5', priceCheckedAt: '2026-11-01T00:00:00Z' };
  it.for<Refusal>([
    ['an id with a space', { id: 'a b' }, 'id: is not an id; it must be 1 to 64', 'schema'],
    ['an id that begins with a dot', { id: '.a' }, 'id: is not an id; it must be 1 to 64', 'schema'],
    ['an id of 65 characters', { id: 'a'.repeat(65) }, 'id: is not an id; it must be 1 to 64', 'schema'],
    ['an id that is a number', { id: 7 }, 'id: is a number; it must be 1 to 64', 'schema'],
    ['no name', { name: undefined }, 'name: is missing', 'schema'],
    ['a name that is empty', { name: '' }, 'name: has nothing to read', 'schema'],
    ['a name that nobody sees', { name: '\u200b\u202e' }, 'name: has nothing to read', 'check'],
    ['an image that is null', { image: null }, 'image: is null; it must be a picture', 'schema'],
    [
      'an image over http',
      { image: 'http://img.example/a.png' },
      'image: does not begin with https://',
      'schema',
    ],
    [
      'an image with a password',
      { image: 'https://me:pw@img.example/a.png' },
      'image: holds a name or a password',
      'check',
    ],
    [
      'an image with a user',
      { image: 'https://me@img.example/a.png' },
      'image: holds a name or a password',
      'check',
    ],
    [
      'an image on the port that need not be named',
      { image: 'https://img.example:443/a.png' },
      'image: names a port',
      'check',
    ],
    ['an image on a port', { image: 'https://img.example:8443/a.png' }, 'image: names a port', 'check'],
    [
      'an image of data',
      { image: 'data:image/svg+xml,<svg onload=alert(1)>' },
      'image: does not begin',
      'schema',
    ],
    [
      'a script for a page',
      { productPageUrl: 'javascript:alert(1)' },
      'productPageUrl: does not begin',
      'schema',
    ],
    [
      'a quote in an address',
      { productPageUrl: 'https://shop.example/"onload="x' },
      'productPageUrl: holds characters',
      'schema',
    ],
    [
      'a line break in an address',
      { productPageUrl: 'https://shop.example/a\nb' },
      'productPageUrl: holds characters',
      'schema',
    ],
    [
      'a turned address',
      { productPageUrl: 'https://shop.example/\u202emoc' },
      'productPageUrl: holds characters',
      'schema',
    ],
    [
      'a link to an address without a name',
      { affiliateUrl: 'https://127.0.0.1/' },
      'affiliateUrl: names no public host',
      'check',
    ],
    [
      'a link to a bare host',
      { affiliateUrl: 'https://localhost/' },
      'affiliateUrl: names no public host',
      'check',
    ],
    ['an address that is too long', { image: address(2001) }, 'image: is 2001 characters long', 'schema'],
    [
      'a price without a date',
      { price: 'S$ 5' },
      'price: has no date; priceCheckedAt must stand beside it',
      'schema',
    ],
    [
      'a date without a price',
      { priceCheckedAt: '2026-11-01T00:00:00Z' },
      'priceCheckedAt: dates nothing',
      'schema',
    ],
    [
      'a price that is a number',
      { ...PRICED, price: 5 },
      'price: is a number; it must be the price as it was displayed',
      'schema',
    ],
    [
      'a price of 41 characters',
      { ...PRICED, price: '5'.repeat(41) },
      'price: is 41 characters long',
      'schema',
    ],
    ['a price without a figure', { ...PRICED, price: 'cheap' }, 'price: holds no figure', 'schema'],
    [
      'a price that is turned',
      { ...PRICED, price: 'S$ \u202e09.21' },
      'price: holds characters that are not seen',
      'check',
    ],
    [
      'a date without a time',
      { ...PRICED, priceCheckedAt: '2026-11-01' },
      'priceCheckedAt: is not such a time',
      'schema',
    ],
    [
      'a day that there is not',
      { ...PRICED, priceCheckedAt: '2026-02-30T00:00:00Z' },
      'priceCheckedAt: is not such a time',
      'schema',
    ],
    [
      'a date that lies ahead',
      { ...PRICED, priceCheckedAt: '2026-11-22T04:00:00.001Z' },
      'priceCheckedAt: lies ahead',
      'check',
    ],
  ])('%s is refused', ([, more, said, by]) => refuses(withEntry(more), `masks.products[0].${said}`, by));

  it('names all faults at once, in the order of the lines, whatever kind they are', () => {
    const text = `{
  "source": "",
  "masks": {
    "url": "https://shop.example/masks",
    "catalogueUrl": "ftp://shop.example/",
    "products": [
      {"id": "a", "name": "A\\u202eB", "price": "S$ 5", "id": "b"},
      {"id": "b", "name": 5, "colour": "red", "priceCheckedAt": "2030-01-01T00:00:00Z",}
    ]
  }
}`;
    expect(checkCatalogue(text, NOW).faults.map((fault) => faultText(fault).replace(/; it m.*/, ''))).toEqual(
      [
        'line 2, column 13: source: has nothing to read in it',
        'line 5, column 21: masks.catalogueUrl: does not begin with https://',
        'line 7, column 27: masks.products[0].name: holds characters that turn the reading direction',
        'line 7, column 48: masks.products[0].price: has no date; priceCheckedAt must stand beside it',
        'line 7, column 56: masks.products[0].id: this name stands here a second time; the first is on line 7',
        'line 8, column 14: masks.products[1].id: is the id of masks.products[0] already; no two products may share one',
        'line 8, column 27: masks.products[1].name: is a number',
        'line 8, column 30: masks.products[1]: has no member "colour"',
        'line 8, column 65: masks.products[1].priceCheckedAt: dates nothing; price must stand beside it, or neither',
        'line 8, column 65: masks.products[1].priceCheckedAt: lies ahead; no price was seen at a time that is yet to come',
        'line 8, column 87: masks.products[1]: no comma may stand before }',
      ],
    );
  });

  it('a value that is no JSON is named once', () => {
    const text = JSON.stringify(file()).replace('"Us"', 'Us');
    expect(checkCatalogue(text, NOW).faults).toEqual([expect.objectContaining({ path: 'source' })]);
  });

  it('a seller’s long or turned name is named and does not refuse the rest', () => {
    const { catalogue, faults } = check(withEntry({ name: `${'x'.repeat(10_240)}\u202e` }));
    expect(catalogue?.masks?.products).toHaveLength(1);
    expect(faults.map(({ effect }) => effect)).toEqual(['cleaned', 'cleaned']);
    expect(told(withEntry({ name: '<script>alert(1)</script>' }))).toEqual([]);
  });

  it('a text that cannot be read to its end says so', () => {
    const cut = checkCatalogue(example.slice(0, 600), NOW);
    expect(cut).toMatchObject({ catalogue: undefined, cut: true });
    expect(cut.faults).toHaveLength(1);
  });

  it('lists 200 faults and says how many more there are, or that it stopped', () => {
    const members = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`m${i}`, 1]));
    const listed = check(file(members));
    expect(listed).toMatchObject({ catalogue: undefined, faults: { length: 200 }, more: 100, cut: false });
    const stopped = checkCatalogue(`{"source": "Us"${','.repeat(32 * 1024)}}`, NOW);
    expect(stopped).toMatchObject({ catalogue: undefined, faults: { length: 200 }, more: 0, cut: true });
    // Faults beyond those listed still refuse the catalogue.
    const names = Array.from({ length: 2_000 }, (_, i) => ({ id: `p${i}`, name: 'A\u202eB' }));
    expect(check(file({ masks: productList({ products: names }) })).catalogue).toBeUndefined();
  });

  const repeated = (part: string) => part.repeat(Math.floor((FILE_MAX - 200) / Buffer.byteLength(part)));
  const named = (name: string) => JSON.stringify(withEntry({ name: '' })).replace('""', `"${name}"`);
  it.for([
    ['commas', () => `[${repeated(',')}`],
    ['empty products', () => JSON.stringify(file()).replace(/\{"id.*?\}/, repeated('{},').slice(0, -1))],
    ['members', () => `{${repeated('"a":1,').slice(0, -1)}}`],
    ['line ends', () => `[${repeated('\r')}`],
    ['words, each on its line', () => `[${repeated('x\n')}`],
    ['quoted quotes', () => `["${repeated('\\"')}"]`],
    ['a name of joined letters', () => named(repeated('a\u200d'))],
    ['a name that nobody sees', () => named(repeated('\u200b'))],
    ['a name of marks', () => named(repeated('\u0301'))],
    ['a page of the web', () => repeated('<p>Log in</p>')],
  ] as const)('1 MB of %s takes less than a second of processor', ([, made]) => {
    const text = made();
    const before = process.threadCpuUsage();
    expect(checkCatalogue(text, NOW).faults.length).toBeGreaterThan(0);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  it('hostile names of members are shown harmlessly', () => {
    const [fault] = told(file({ '\u001b[31m\u202e<b>': 1 }));
    expect(fault).toContain('has no member "\\u001b[31m\\u202e<b>"');
  });

  it('bytes that are no text, or too many, are refused', () => {
    expect(decodeCatalogue(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toEqual({
      fault: 'is not text in UTF-8',
    });
    expect(decodeCatalogue(new Uint8Array(FILE_MAX + 1))).toEqual({ fault: 'is larger than 1024 KB' });
    expect(decodeCatalogue(new Uint8Array(FILE_MAX).fill(0x20))).toEqual({ text: ' '.repeat(FILE_MAX) });
    expect(decodeCatalogue(new TextEncoder().encode('\ufeff{}'))).toEqual({ text: '{}' });
  });
});

describe('catalogue: the documentation', () => {
  it('docs/catalogue.schema.json is the schema of the check (npm run catalogue -- schema)', () => {
    const written: unknown = JSON.parse(readFileSync(join(DOCS, 'catalogue.schema.json'), 'utf8'));
    expect(written).toEqual(JSON.parse(JSON.stringify(catalogueJsonSchema())));
  });

  it('the schema takes the example', () => {
    expect(bySchema(JSON.parse(example)), JSON.stringify(bySchema.errors)).toBe(true);
  });
});
