import { describe, expect, test } from 'vitest';
import { checkSize } from './common/check-size.ts';
import { ALL_POINTS_MAX, FILE_MAX } from './common/limits.ts';
import { type Refusal, Refused } from './common/refused.ts';
import { readText } from './read.ts';

/** Why a text is refused; undefined if it is taken in. Any other error is a defect, and thrown on. */
function reason(text: string): Refusal | undefined {
  try {
    readText(text);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return undefined;
}

const svg = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
const LINE = '<path d="M0 0L9 9" stroke="red"/>';
const scene = (...elements: unknown[]) => JSON.stringify({ type: 'excalidraw', version: 2, elements });
const FREE = {
  type: 'freedraw',
  x: 0,
  y: 0,
  strokeColor: '#000',
  points: [
    [0, 0],
    [1, 1],
  ],
};

const TOO_MANY = { code: 'too_many', what: 'points', most: ALL_POINTS_MAX };

describe('studio: a hostile file is refused with a reason', () => {
  test('100 MB', () => {
    const size = 100 * 1024 * 1024;
    expect(() => checkSize(size)).toThrow(new Refused({ code: 'too_large', size, most: FILE_MAX }));
    expect(() => checkSize(FILE_MAX)).not.toThrow();
    expect(() => checkSize(0)).toThrow(new Refused({ code: 'empty' }));
  });

  test('a billion points: in our JSON, in .excalidraw, and in the path of an SVG', () => {
    const many = '[0,0],'.repeat(ALL_POINTS_MAX + 1_000_000);
    expect(reason(`{"title":"","strokes":[{"tool":"pen","points":[${many}[0,0]]}]}`)).toEqual(TOO_MANY);
    expect(reason(`{"type":"excalidraw","elements":[{"type":"freedraw","points":[${many}[0,0]]}]}`)).toEqual(
      TOO_MANY,
    );
    expect(reason(svg(`<path stroke="red" d="M0 0${'l1 1'.repeat(ALL_POINTS_MAX)}"/>`))).toEqual(TOO_MANY);
  });

  test('few words that ask for a billion points: curves of a million units, over and over', () => {
    const curves = 'c1e6 0 0 1e6-1e6-1e6'.repeat(5_000);
    expect(reason(svg(`<path stroke="red" d="M0 0${curves}"/>`))).toEqual(TOO_MANY);
  });

  test.each([
    ['an element', svg(`${LINE}<script>alert(1)</script>`)],
    ['an element of another prefix', svg(`${LINE}<x:script/>`)],
    ['within definitions', svg(`<defs><script/></defs>${LINE}`)],
    ['an event of an element', svg('<path d="M0 0L9 9" stroke="red" onload="alert(1)"/>')],
    ['an event of the root', `<svg onload="alert(1)">${LINE}</svg>`],
    ['a link', svg(`<a href=" java&#10;script:alert(1)">${LINE}</a>`)],
    ['a link of old', svg(`<a xlink:href="JavaScript:alert(1)">${LINE}</a>`)],
    ['a document within', svg(`<image href="data:text/html,x"/>${LINE}`)],
  ])('script in SVG: %s', (_, text) => {
    expect(reason(text)).toEqual({ code: 'script' });
  });

  test.each([
    ['an image', svg(`<image href="https://example.com/a.png"/>${LINE}`)],
    ['without a scheme', svg(`<image href="//example.com/a.png"/>${LINE}`)],
    ['a file beside it', svg(`<use xlink:href="other.svg#a"/>${LINE}`)],
    ['a paint server', svg('<path d="M0 0L9 9" stroke="url(https://example.com/#g)"/>')],
    ['a style', svg('<path d="M0 0L9 9" stroke="red" style="fill:url(\'http://example.com\')"/>')],
    ['a style sheet', svg(`<style>@import "https://example.com/a.css";</style>${LINE}`)],
    ['an SVG as an image', svg(`<image href="data:image/svg+xml,x"/>${LINE}`)],
  ])('external references: %s', (_, text) => {
    expect(reason(text)).toEqual({ code: 'outside' });
  });

  test('entities: defined, billion laughs, and unknown', () => {
    const laughs = '<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>';
    expect(reason(svg(`<text>&b;</text>${LINE}`, laughs))).toEqual({ code: 'entities' });
    expect(reason(svg(LINE, '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'))).toEqual({
      code: 'entities',
    });
    expect(reason(svg('<path d="&d;" stroke="red"/>'))).toMatchObject({ code: 'entity' });
  });

  test('a document type that only names SVG is passed over, and never fetched', () => {
    const type =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n';
    expect(reason(svg(LINE, type))).toBeUndefined();
  });

  test('deep nesting: elements in elements, lists in lists', () => {
    expect(reason(svg('<g>'.repeat(100_000) + LINE + '</g>'.repeat(100_000)))).toEqual({ code: 'too_deep' });
    expect(reason(`{"type":"excalidraw","elements":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual({
      code: 'too_deep',
    });
  });

  test.each([
    ['points that are words', scene({ ...FREE, points: 'many' }), 'elements/0/points'],
    ['a point that is null', scene(FREE, { ...FREE, points: [[0, 0], null] }), 'elements/1/points/1'],
    ['a point with a text', scene({ ...FREE, points: [[0, '0']] }), 'elements/0/points/0'],
    ['a place that is no number', scene({ ...FREE, x: {} }), 'elements/0/x'],
    ['an angle that is no number', scene({ ...FREE, angle: '1' }), 'elements/0/angle'],
    ['pressures that are no list', scene({ ...FREE, pressures: 7 }), 'elements/0/pressures'],
    ['elements that are numbers', scene(1), 'elements/0'],
    ['elements that are no list', '{"type":"excalidraw","elements":{}}', 'elements'],
    ['a library of numbers', '{"type":"excalidrawlib","libraryItems":[1]}', 'libraryItems'],
    ['a stroke without a tool', '{"strokes":[{}]}', 'strokes/0/tool'],
    ['a title that is a list', '{"title":[],"strokes":[]}', 'title'],
  ])('wrong types: %s', (_, text, at) => {
    expect(reason(text)).toEqual({ code: 'damaged', at });
  });

  test('NaN and the infinities, wherever a number may stand', () => {
    expect(reason('{"strokes":[{"points":[[NaN,0]]}]}')).toEqual({ code: 'no_json' });
    expect(reason(scene({ ...FREE, x: 1e300 }))).toEqual({ code: 'too_wide' });
    expect(reason(scene(FREE).replace('"x":0', '"x":1e999'))).toEqual({
      code: 'damaged',
      at: 'elements/0/x',
    });
    expect(reason(svg('<path stroke="red" d="M NaN 0L1 1"/>'))).toMatchObject({ code: 'path' });
    expect(reason(svg('<path stroke="red" d="M1e999 0L1 1"/>'))).toMatchObject({ code: 'path' });
    expect(reason(svg('<path stroke="red" d="M1e300 0L1 1"/>'))).toEqual({ code: 'too_wide' });
    expect(reason(svg(`<g transform="scale(NaN)">${LINE}</g>`))).toMatchObject({ code: 'transform' });
    expect(reason(svg('<polyline points="0,0 NaN,1" stroke="red"/>'))).toMatchObject({ code: 'polyline' });
    expect(reason('{"strokes":[{"tool":"pen","color":"#000","size":1e999,"points":[[0,0]]}]}')).toEqual({
      code: 'damaged',
      at: 'strokes/0/size',
    });
  });

  test('what is no drawing at all', () => {
    expect(reason('Dear diary')).toEqual({ code: 'unknown' });
    expect(reason('PK\u0003\u0004')).toEqual({ code: 'zip' });
    expect(reason('\uFFFDPNG\r\n')).toEqual({ code: 'picture' });
    expect(reason('{"type":"tldraw"}')).toEqual({ code: 'other_program' });
    expect(reason('<html><body/></html>')).toEqual({ code: 'no_svg' });
    expect(reason(svg('<text>Hi</text>'))).toEqual({ code: 'no_lines' });
    expect(reason('{"title":"","strokes":[]}')).toEqual({ code: 'no_strokes' });
  });

  test('what is cut off, or not well-formed', () => {
    expect(reason(`<svg>${LINE}`)).toEqual({ code: 'cut_off' });
    for (const text of [
      '<svg><g></svg>',
      '<svg><g></x></svg>',
      '<svg a="1" a="2"/>',
      '<svg a=1/>',
      '<svg',
      `<svg/>${LINE}more`,
      '<svg><!-- ',
    ]) {
      expect(reason(text), text).toMatchObject({ code: expect.stringMatching(/^(?:bad_xml|cut_off)$/) });
    }
    expect(reason('{"type":"excalidraw","elements":[')).toEqual({ code: 'no_json' });
  });

  test('texts that are made to hold a reader up take no longer than others of their size', () => {
    const half = 500_000;
    const traps = [
      svg(`<style>${'/*'.repeat(half)}</style>${LINE}`),
      svg(`<style>${'a'.repeat(2 * half)}</style>${LINE}`),
      `<svg>${'<style>'.repeat(100_000)}`,
      svg(`<g transform="${' '.repeat(2 * half)}x">${LINE}</g>`),
      svg(`<path stroke-width="1${' '.repeat(2 * half)}x" d="M0 0L9 9" stroke="red"/>`),
      svg(`<path d="M0 0${' '.repeat(2 * half)}x" stroke="red"/>`),
      `<svg${' '.repeat(2 * half)}x`,
      `{"strokes":"${'\\'.repeat(2 * half)}"}`,
    ];
    // In quadratic time, a million characters would take hours: the test's time limit would end it.
    for (const text of traps) reason(text);
  });
});
