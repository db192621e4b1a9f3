import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anyStroke, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { checkStrokes } from '../guard.ts';
import type { Stroke } from '../types.ts';
import { chunkStrokes } from './chunks.ts';
import { liftStrokes } from './lift-strokes.ts';
import { strokesJson } from './stroke-json.ts';

function documentOf(strokes: readonly Stroke[], title = 'T'): string {
  return `{"title":${JSON.stringify(title)},"strokes":[${strokesJson(strokes)}],"thumb":""}`;
}

/** A canonical stroke with one part replaced. */
function spoilt(part: string, by: string): string {
  const optional = { pressure: [0.25], tilt: [0.75], opacity: 0.5, layer: 'ink', at: 12 };
  const text = documentOf([{ ...stroke(7), ...optional }]);
  expect(text).toContain(part);
  return text.replace(part, by);
}

describe('drawing: strokes lifted from text', () => {
  it('are the chunks that parsing and checking would give, with the other members', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { maxLength: 70 }), fc.string({ unit: 'binary' }), (strokes, title) => {
        const members = { title: JSON.parse(JSON.stringify(title)), thumb: '' };
        deepStrictEqual(liftStrokes(documentOf(strokes, title)), {
          members,
          chunks: chunkStrokes(strokes),
          count: strokes.length,
        });
      }),
    );
    const real = realStrokes(2_000);
    expect(liftStrokes(documentOf(real))?.chunks).toEqual(chunkStrokes(real));
  });

  it('are never taken from a text that parsing or checking would refuse', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'{}[],:"\\-+.eE0159x \n\u2028',
        '00',
        '1e9',
        '"strokes":[',
        '\\u0073',
        '"rev":1,',
        '[0,0],',
      ),
      fc.string({ maxLength: 2 }),
    );
    const edit = fc.record({ at: fc.nat({ max: 4_000 }), cut: fc.nat({ max: 3 }), piece });
    const drawing = fc.array(anyStroke, { maxLength: 3 }).map((strokes) => documentOf(strokes, 'A "title"'));
    let lifted = 0;
    fc.assert(
      fc.property(drawing, fc.array(edit, { maxLength: 2 }), (original, edits) => {
        let text = original;
        for (const { at, cut, piece: by } of edits) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + by + text.slice(place + cut);
        }
        const found = liftStrokes(text);
        if (found === undefined) return;
        lifted++;
        const { strokes, ...members } = JSON.parse(text);
        expect(checkStrokes(strokes, '', [])).toBe(true);
        deepStrictEqual(found, { members, chunks: chunkStrokes(strokes), count: strokes.length });
      }),
      { numRuns: 20_000 },
    );
    expect(lifted).toBeGreaterThan(500);
  });

  it.each([
    ['only strokes', '{"strokes":[]}', {}],
    ['strokes first', '{"strokes":[],"title":"x"}', { title: 'x' }],
    ['strokes last', '{"title":"x","strokes":[]}', { title: 'x' }],
    [
      'a title that looks like the member',
      '{"title":"\\"strokes\\":[","strokes":[]}',
      { title: '"strokes":[' },
    ],
  ])('are found in %s', (_, text, members) => {
    expect(liftStrokes(text)).toEqual({ members, chunks: [], count: 0 });
  });

  it('leave what stands behind them unparsed if what stands before them is no JSON', () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    expect(liftStrokes('{"title":x,"strokes":[],"thumb":""}')).toBeUndefined();
    expect(parse.mock.calls.map(([text]) => text)).toEqual(['{"title":x}']);
  });

  it('let a check refuse the rest before any of it is parsed, and spare it the strokes', () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const refuse = vi.fn(() => {
      expect(parse).not.toHaveBeenCalled();
      throw new Error('too deep');
    });
    expect(() => liftStrokes(documentOf([stroke(1)]), refuse)).toThrow('too deep');
    expect(refuse.mock.calls).toEqual([['{"title":"T",,"thumb":""}']]);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    ['no strokes', '{"title":"x"}'],
    ['a nested member', '{"rev":{"strokes":[]}}'],
    ['a nested member before the real one', '{"rev":{"strokes":[]},"strokes":[null]}'],
    ['the member twice', '{"strokes":[],"strokes":[null]}'],
    ['the member twice, once with escapes', '{"strokes":[],"strok\\u0065s":[null]}'],
    ['an array around it', '[{"strokes":[]}]'],
    ['a missing comma before', '{"title":"x""strokes":[]}'],
    ['a comma too many before', '{,"strokes":[]}'],
    ['a comma too many after', '{"strokes":[],}'],
    ['something after the end', '{"strokes":[]}x'],
    ['no end', '{"strokes":['],
    ['blanks in a stroke', spoilt('"size":1', '"size": 1')],
    ['another order', spoilt('"tool":"pen","color":"#000"', '"color":"#000","tool":"pen"')],
    ['an unknown member', spoilt('"size":1', '"size":1,"x":1')],
    ['a bad tool', spoilt('"pen"', '"Pen"')],
    ['a bad colour', spoilt('#000', '#00')],
    ['a size of 0', spoilt('"size":1', '"size":0')],
    ['a size of -0', spoilt('"size":1', '"size":-0')],
    ['a size too large', spoilt('"size":1', '"size":512.5')],
    ['a leading zero', spoilt('[[7,0]]', '[[07,0]]')],
    ['a trailing zero', spoilt('[[7,0]]', '[[7.10,0]]')],
    ['a bare point', spoilt('[[7,0]]', '[[7.,0]]')],
    ['an exponent where none is due', spoilt('[[7,0]]', '[[7e0,0]]')],
    ['a small number without one', spoilt('[[7,0]]', '[[0.0000007,0]]')],
    ['more digits than a double has', spoilt('[[7,0]]', '[[0.12345678901234567,0]]')],
    ['a number too large', spoilt('[[7,0]]', '[[1000001,0]]')],
    ['1e999', spoilt('[[7,0]]', '[[1e999,0]]')],
    ['Infinity', spoilt('[[7,0]]', '[[Infinity,0]]')],
    ['NaN', spoilt('[[7,0]]', '[[NaN,0]]')],
    ['a number in hexadecimal', spoilt('[[7,0]]', '[[0x7,0]]')],
    ['a point of three', spoilt('[[7,0]]', '[[7,0,1]]')],
    ['a point of one', spoilt('[[7,0]]', '[[7]]')],
    ['no points', spoilt('[[7,0]]', '[]')],
    ['pressure that is too long', spoilt('[0.25]', '[0.25,0.5]')],
    ['pressure that is too short', spoilt('[0.25]', '[]')],
    ['pressure above 1', spoilt('[0.25]', '[1.25]')],
    ['pressure below 0', spoilt('[0.25]', '[-0.25]')],
    ['tilt that is too long', spoilt('[0.75]', '[0.75,0.5]')],
    ['tilt above 1', spoilt('[0.75]', '[1.75]')],
    ['an opacity of 0', spoilt('"opacity":0.5', '"opacity":0')],
    ['an opacity above 1', spoilt('"opacity":0.5', '"opacity":1.5')],
    ['an opacity with a trailing zero', spoilt('"opacity":0.5', '"opacity":0.50')],
    ['a layer in capitals', spoilt('"ink"', '"INK"')],
    ['a layer of nine', spoilt('"ink"', '"abcdefghi"')],
    ['a layer with an escape', spoilt('"ink"', '"\\u0061"')],
    ['a layer without an end', spoilt('"ink"', '"ink')],
    ['a time that is not whole', spoilt('"at":12', '"at":1.5')],
    ['a negative time', spoilt('"at":12', '"at":-1')],
    ['a time too late', spoilt('"at":12', '"at":2147483648')],
    ['a time twice', spoilt('"at":12', '"at":12,"at":12')],
    ['a layer before the opacity', spoilt('"opacity":0.5,"layer":"ink"', '"layer":"ink","opacity":0.5')],
    ['a comma after the last member', spoilt('"at":12', '"at":12,')],
    ['10,001 points', documentOf([{ ...stroke(1), points: Array(10_001).fill([1, 2]) }])],
    ['20,001 strokes', documentOf(Array(20_001).fill(stroke(1)))],
  ])('are left to be parsed where there is %s', (_, text) => {
    expect(liftStrokes(text)).toBeUndefined();
  });

  it('are accepted up to 20,000 strokes and 10,000 points', () => {
    expect(liftStrokes(documentOf(Array(20_000).fill(stroke(1))))?.count).toBe(20_000);
    expect(liftStrokes(documentOf([{ ...stroke(1), points: Array(10_000).fill([1, 2]) }]))?.count).toBe(1);
  });
});
