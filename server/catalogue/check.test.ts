import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { checkCatalogue, decodeCatalogue, FILE_MOST, faultText } from './check.ts';
import { catalogueJsonSchema } from './format.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const example = readFileSync(join(DOCS, 'catalogue.example.json'), 'utf8');
const NOW = Date.parse('2026-11-21T04:00:00Z');

type Json = Record<string, unknown>;

const entry = (more: Json = {}): Json => ({ id: 'a', name: 'A mask', ...more });
const shelf = (more: Json = {}): Json => ({
  url: 'https://shop.example/masks',
  catalogueUrl: 'https://shop.example/catalogue/masks',
  products: [entry()],
  ...more,
});
const file = (more: Json = {}): Json => ({ source: 'Us', masks: shelf(), ...more });
const withEntry = (more: Json): Json => file({ masks: shelf({ products: [entry(more)] }) });

const check = (value: unknown) => checkCatalogue(JSON.stringify(value), NOW);
const told = (value: unknown) => check(value).faults.map(({ path, message }) => `${path}: ${message}`);

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const bySchema = ajv.compile(catalogueJsonSchema());

describe('catalogue: the check', () => {
  it('takes the example of the documentation', () => {
    const { catalogue, faults } = checkCatalogue(example, NOW);
    expect(faults).toEqual([]);
    expect(catalogue?.masks?.products).toHaveLength(3);
    expect(catalogue?.purifiers?.products).toHaveLength(2);
  });

  it('takes one category alone, and an empty one', () => {
    expect(check(file({ masks: shelf({ products: [] }) })).faults).toEqual([]);
    expect(check({ source: 'Us', purifiers: shelf() }).faults).toEqual([]);
  });

  /** What the schema for editors refuses too, and what only the check does. */
  const FAULTS: readonly (readonly [string, Json, string, 'schema' | 'check'])[] = [
    ['no source', { masks: shelf() }, ': is missing; it must be who keeps the catalogue', 'schema'],
    ['no category', { source: 'Us' }, ': has neither masks nor purifiers', 'schema'],
    ['an unknown member', file({ toys: 1 }), ': has no member "toys"; it may have $schema, source', 'schema'],
    ['a category that is a list', file({ masks: [] }), 'masks: is a list; it must be an object', 'schema'],
    [
      'a member of a category',
      file({ masks: shelf({ title: 'x' }) }),
      'masks: has no member "title"',
      'schema',
    ],
    ['no shop', file({ masks: shelf({ url: undefined }) }), 'masks.url: is missing', 'schema'],
    [
      'eleven entries',
      file({ masks: shelf({ products: Array.from({ length: 11 }, (_, i) => entry({ id: `p${i}` })) }) }),
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
      'an id with a space',
      withEntry({ id: 'a b' }),
      'masks.products[0].id: is not an id; it must be 1 to 64',
      'schema',
    ],
    [
      'an id that is a number',
      withEntry({ id: 7 }),
      'masks.products[0].id: is a number; it must be 1 to 64',
      'schema',
    ],
    ['no name', withEntry({ name: undefined }), 'masks.products[0].name: is missing', 'schema'],
    [
      'a name that is empty',
      withEntry({ name: '' }),
      'masks.products[0].name: has nothing to read',
      'schema',
    ],
    [
      'a name that nobody sees',
      withEntry({ name: '\u200b\u202e' }),
      'masks.products[0].name: has nothing to read',
      'check',
    ],
    [
      'an image that is null',
      withEntry({ image: null }),
      'masks.products[0].image: is null; it must be a picture',
      'schema',
    ],
    [
      'an image over http',
      withEntry({ image: 'http://img.example/a.png' }),
      'masks.products[0].image: does not begin with https://',
      'schema',
    ],
    [
      'an image with a password',
      withEntry({ image: 'https://me:pw@img.example/a.png' }),
      'masks.products[0].image: holds a name or a password',
      'check',
    ],
    [
      'an image on a port',
      withEntry({ image: 'https://img.example:8443/a.png' }),
      'masks.products[0].image: names a port',
      'check',
    ],
    [
      'an image of data',
      withEntry({ image: 'data:image/svg+xml,<svg onload=alert(1)>' }),
      'masks.products[0].image: does not begin',
      'schema',
    ],
    [
      'a script for a page',
      withEntry({ productPageUrl: 'javascript:alert(1)' }),
      'masks.products[0].productPageUrl: does not begin',
      'schema',
    ],
    [
      'a quote in an address',
      withEntry({ productPageUrl: 'https://shop.example/"onload="x' }),
      'masks.products[0].productPageUrl: holds characters',
      'schema',
    ],
    [
      'a line break in an address',
      withEntry({ productPageUrl: 'https://shop.example/a\nb' }),
      'masks.products[0].productPageUrl: holds characters',
      'schema',
    ],
    [
      'a turned address',
      withEntry({ productPageUrl: 'https://shop.example/\u202emoc' }),
      'masks.products[0].productPageUrl: holds characters',
      'schema',
    ],
    [
      'a link to an address without a name',
      withEntry({ affiliateUrl: 'https://127.0.0.1/' }),
      'masks.products[0].affiliateUrl: names no public host',
      'check',
    ],
    [
      'a link to a bare host',
      withEntry({ affiliateUrl: 'https://localhost/' }),
      'masks.products[0].affiliateUrl: names no public host',
      'check',
    ],
    [
      'an address that is too long',
      withEntry({ image: `https://img.example/${'a'.repeat(2000)}` }),
      'masks.products[0].image: is 2020 characters long',
      'schema',
    ],
    [
      'a price without a date',
      withEntry({ price: 'S$ 5' }),
      'masks.products[0].price: has no date; priceCheckedAt must stand beside it',
      'schema',
    ],
    [
      'a date without a price',
      withEntry({ priceCheckedAt: '2026-11-01T00:00:00Z' }),
      'masks.products[0].priceCheckedAt: dates nothing',
      'schema',
    ],
    [
      'a price that is a number',
      withEntry({ price: 5, priceCheckedAt: '2026-11-01T00:00:00Z' }),
      'masks.products[0].price: is a number; it must be the price as it was displayed',
      'schema',
    ],
    [
      'a price without a figure',
      withEntry({ price: 'cheap', priceCheckedAt: '2026-11-01T00:00:00Z' }),
      'masks.products[0].price: holds no figure',
      'schema',
    ],
    [
      'a price that is turned',
      withEntry({ price: 'S$ \u202e09.21', priceCheckedAt: '2026-11-01T00:00:00Z' }),
      'masks.products[0].price: holds characters that are not seen',
      'check',
    ],
    [
      'a date without a time',
      withEntry({ price: 'S$ 5', priceCheckedAt: '2026-11-01' }),
      'masks.products[0].priceCheckedAt: is not such a time',
      'schema',
    ],
    [
      'a day that there is not',
      withEntry({ price: 'S$ 5', priceCheckedAt: '2026-02-30T00:00:00Z' }),
      'masks.products[0].priceCheckedAt: is not such a time',
      'schema',
    ],
    [
      'a date that lies ahead',
      withEntry({ price: 'S$ 5', priceCheckedAt: '2027-11-01T00:00:00Z' }),
      'masks.products[0].priceCheckedAt: lies ahead',
      'check',
    ],
    [
      'an id given twice',
      file({ purifiers: shelf() }),
      'purifiers.products[0].id: is the id of masks.products[0] already',
      'check',
    ],
  ];
  it.for(FAULTS)('%s is refused', ([, value, said, by]) => {
    const { catalogue, faults } = check(value);
    expect(catalogue).toBeUndefined();
    expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([expect.stringContaining(said)]);
    expect(faults[0]?.effect).toBe('refused');
    expect(bySchema(JSON.parse(JSON.stringify(value)))).toBe(by === 'check');
  });

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

  it('hostile names of members are shown harmlessly', () => {
    const [fault] = told(file({ '\u001b[31m\u202e<b>': 1 }));
    expect(fault).toContain('has no member "\\u001b[31m\\u202e<b>"');
  });

  it('bytes that are no text, or too many, are refused', () => {
    expect(decodeCatalogue(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toEqual({
      fault: 'is not text in UTF-8',
    });
    expect(decodeCatalogue(new Uint8Array(FILE_MOST + 1))).toEqual({ fault: 'is larger than 1024 KB' });
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
