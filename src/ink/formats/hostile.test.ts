import { describe, expect, test } from 'vitest';
import { checkSize } from './common/check-size.ts';
import { ALL_POINTS_MAX, FILE_MAX } from './common/limits.ts';
import { Refused } from './common/refused.ts';
import { readText } from './read.ts';

/** The message with which a text is refused. Any other error is a defect, and thrown on. */
function reason(text: string): string {
  try {
    readText(text);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  return 'taken in';
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

describe('studio: a hostile file is refused with a reason', () => {
  test('100 MB', () => {
    expect(() => checkSize(100 * 1024 * 1024)).toThrow(
      'It is too large: 100 MB, and at most 72 MB are read.',
    );
    expect(() => checkSize(FILE_MAX)).not.toThrow();
    expect(() => checkSize(0)).toThrow('It is empty.');
  });

  test('a billion points: in our JSON, in .excalidraw, and in the path of an SVG', () => {
    const many = '[0,0],'.repeat(ALL_POINTS_MAX + 1_000_000);
    expect(reason(`{"title":"","strokes":[{"tool":"pen","points":[${many}[0,0]]}]}`)).toMatch(
      /more than 4,000,000 points/,
    );
    expect(reason(`{"type":"excalidraw","elements":[{"type":"freedraw","points":[${many}[0,0]]}]}`)).toMatch(
      /more than 4,000,000 points/,
    );
    expect(reason(svg(`<path stroke="red" d="M0 0${'l1 1'.repeat(ALL_POINTS_MAX)}"/>`))).toMatch(
      /more than 4,000,000 points/,
    );
  });

  test('few words that ask for a billion points: curves of a million units, over and over', () => {
    const curves = 'c1e6 0 0 1e6-1e6-1e6'.repeat(5_000);
    expect(reason(svg(`<path stroke="red" d="M0 0${curves}"/>`))).toMatch(/more than 4,000,000 points/);
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
    expect(reason(text)).toMatch(/^It has a script in it/);
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
    expect(reason(text)).toBe('It loads something from elsewhere, which no drawing may.');
  });

  test('entities: defined, billion laughs, and unknown', () => {
    const laughs = '<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>';
    expect(reason(svg(`<text>&b;</text>${LINE}`, laughs))).toMatch(/^It defines entities of its own/);
    expect(reason(svg(LINE, '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'))).toMatch(
      /^It defines entities/,
    );
    expect(reason(svg('<path d="&d;" stroke="red"/>'))).toMatch(/^It uses an entity/);
  });

  test('a document type that only names SVG is passed over, and never fetched', () => {
    const type =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n';
    expect(reason(svg(LINE, type))).toBe('taken in');
  });

  test('deep nesting: elements in elements, lists in lists', () => {
    expect(reason(svg('<g>'.repeat(100_000) + LINE + '</g>'.repeat(100_000)))).toMatch(
      /^It is nested deeper/,
    );
    expect(reason(`{"type":"excalidraw","elements":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toMatch(
      /^It is nested deeper/,
    );
  });

  test.each([
    [
      'points that are words',
      scene({ ...FREE, points: 'many' }),
      'It is damaged at element 1: it has no points.',
    ],
    [
      'a point that is null',
      scene(FREE, { ...FREE, points: [[0, 0], null] }),
      'It is damaged at element 2: point 2 is no pair of numbers.',
    ],
    [
      'a point with a text',
      scene({ ...FREE, points: [[0, '0']] }),
      'It is damaged at element 1: point 1 is no pair of numbers.',
    ],
    [
      'a place that is no number',
      scene({ ...FREE, x: {} }),
      'It is damaged at element 1: its x is no number.',
    ],
    [
      'an angle that is no number',
      scene({ ...FREE, angle: '1' }),
      'It is damaged at element 1: its angle is no number.',
    ],
    [
      'pressures that are no list',
      scene({ ...FREE, pressures: 7 }),
      'It is damaged at element 1: its pressures are no list.',
    ],
    ['elements that are numbers', scene(1), 'It is damaged at element 1: it is no element.'],
    [
      'elements that are no list',
      '{"type":"excalidraw","elements":{}}',
      'It is damaged: it has no list of elements.',
    ],
    [
      'a library of numbers',
      '{"type":"excalidrawlib","libraryItems":[1]}',
      'It is damaged: an item of the library has no elements.',
    ],
    [
      'a stroke without a tool',
      '{"strokes":[{}]}',
      'It is damaged: stroke 1/tool must be a lower-case letter and up to 31 more of a-z, 0-9 and -.',
    ],
    ['a title that is a list', '{"title":[],"strokes":[]}', 'It is damaged: its title is no text.'],
  ])('wrong types: %s', (_, text, words) => {
    expect(reason(text)).toBe(words);
  });

  test('NaN and the infinities, wherever a number may stand', () => {
    expect(reason('{"strokes":[{"points":[[NaN,0]]}]}')).toBe('It is damaged: it is no JSON.');
    expect(reason(scene({ ...FREE, x: 1e300 }))).toBe(
      'It reaches farther out than the paper of a drawing does.',
    );
    expect(reason(scene(FREE).replace('"x":0', '"x":1e999'))).toBe(
      'It is damaged at element 1: its x is no number.',
    );
    expect(reason(svg('<path stroke="red" d="M NaN 0L1 1"/>'))).toMatch(
      /^It has a path that cannot be read from character/,
    );
    expect(reason(svg('<path stroke="red" d="M1e999 0L1 1"/>'))).toMatch(
      /^It has a path that cannot be read/,
    );
    expect(reason(svg('<path stroke="red" d="M1e300 0L1 1"/>'))).toMatch(/^It reaches farther out/);
    expect(reason(svg(`<g transform="scale(NaN)">${LINE}</g>`))).toMatch(
      /^It has a transform that cannot be read/,
    );
    expect(reason(svg('<polyline points="0,0 NaN,1" stroke="red"/>'))).toMatch(/^It has a polyline/);
    expect(reason('{"strokes":[{"tool":"pen","color":"#000","size":1e999,"points":[[0,0]]}]}')).toMatch(
      /size must be/,
    );
  });

  test('what is no drawing at all', () => {
    expect(reason('Dear diary')).toMatch(/^It is no drawing\./);
    expect(reason('PK\u0003\u0004')).toMatch(/Settings/);
    expect(reason('\uFFFDPNG\r\n')).toMatch(/^It is a picture/);
    expect(reason('{"type":"tldraw"}')).toMatch(/^It is JSON of another program/);
    expect(reason('<html><body/></html>')).toBe('It is XML, but no SVG.');
    expect(reason(svg('<text>Hi</text>'))).toBe('It has nothing that can be drawn as strokes.');
    expect(reason('{"title":"","strokes":[]}')).toBe('It has no strokes.');
  });

  test('what is cut off, or not well-formed', () => {
    expect(reason(`<svg>${LINE}`)).toMatch(/^It is cut off/);
    for (const text of [
      '<svg><g></svg>',
      '<svg><g></x></svg>',
      '<svg a="1" a="2"/>',
      '<svg a=1/>',
      '<svg',
      `<svg/>${LINE}more`,
      '<svg><!-- ',
    ]) {
      expect(reason(text), text).toMatch(/^It is (?:damaged|cut off)/);
    }
    expect(reason('{"type":"excalidraw","elements":[')).toBe('It is damaged: it is no JSON.');
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
