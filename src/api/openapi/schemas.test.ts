import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStrokes } from '../../core/drawing/guard.ts';
import type { Problem } from '../../core/drawing/types.ts';
import { airExamples } from './air-examples.ts';
import { openapiDocument } from './document.ts';
import { typeOf } from './types.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openapiDocument() });
const bySchema = ajv.compile({ $ref: 'openapi#/components/schemas/Strokes' });

const byGuard = (value: unknown): boolean => {
  const problems: Problem[] = [];
  return checkStrokes(value, '', problems) && problems.length === 0;
};

/** Members that are valid, nearly valid, or invalid. */
const tool = fc.oneof(
  fc.constantFrom('pen', 'marker', 'a-1', 'x'.repeat(32)),
  fc.constantFrom('', 'Pen', '1a', 'x'.repeat(33), 'pen\n', 7),
);
const color = fc.oneof(
  fc.constantFrom('#abc', '#ABCD', '#a1b2c3', '#a1b2c3d4'),
  fc.constantFrom('abc', '#ab', '#abcde', '#ggg', '#abc\n', null),
);
const size = fc.oneof(
  fc.double({ min: 0.001, max: 512, noNaN: true }),
  fc.constantFrom(0, -1, 512.001, '1', null),
);
const coordinate = fc.oneof(
  { weight: 20, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(1_000_000.001, -1e7, '0', null) },
);
const point = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(coordinate, coordinate) },
  { weight: 1, arbitrary: fc.constantFrom([], [1], [1, 2, 3], {}, 'ab') },
);

const stroke = fc
  .record({
    tool,
    color,
    size,
    points: fc.array(point, { maxLength: 4 }),
    extra: fc.constantFrom(true, false, false, false),
  })
  .map(({ extra, ...rest }) => (extra ? { ...rest, extra } : rest));

describe('contract: schemas', () => {
  test('the guard and the JSON Schema of a stroke agree', () => {
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 3 }), (strokes) => {
        expect(byGuard(strokes)).toBe(bySchema(strokes));
      }),
      { numRuns: 2000 },
    );
  });

  test('both check pressure, and only the guard its length', () => {
    const good = { tool: 'pen', color: '#000', size: 1, points: [[0, 0]], pressure: [0.5] };
    expect([byGuard([good]), bySchema([good])]).toEqual([true, true]);
    for (const pressure of [[1.1], [-0.1], ['0'], []]) {
      expect([byGuard([{ ...good, pressure }]), bySchema([{ ...good, pressure }])]).toEqual([false, false]);
    }
    expect(byGuard([{ ...good, pressure: [0, 1] }])).toBe(false);
  });
});

describe('contract: examples', () => {
  test.each(Object.entries(airExamples))('the example of %s is as its schema says', (name, example) => {
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('contract: client types', () => {
  test.each([
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: ['number', 'null'] }, 'number | null'],
    [{ type: 'array', items: { $ref: '#/components/schemas/A' } }, `readonly (components['schemas']["A"])[]`],
    [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] }, 'readonly [number, number]'],
    [
      { type: 'object', properties: { a: { type: 'boolean' }, 'b-c': {} }, required: ['a'] },
      '{ a: boolean; "b-c"?: unknown }',
    ],
    [{ const: true }, 'true'],
  ])('%j becomes %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });
});
