import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { ALL_POINTS_MAX, ALL_STROKES_MAX } from '../common/limits.ts';
import { Refused } from '../common/refused.ts';
import { exportArea } from '../picture.ts';
import { readText } from '../read.ts';
import { carryingParts, namingCopy } from './carried-strokes.ts';

function copied(strokes: readonly Stroke[], name = 'copy-1'): string {
  return [...carryingParts(strokes, exportArea(strokes)!, name)].join('');
}

function nameOfCopy(text: string): string | undefined {
  const steps = namingCopy(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const pressed: Stroke = {
  tool: 'pencil',
  color: '#1f4fae',
  size: 3.25,
  points: [
    [10, 20.5],
    [31.25, 40],
  ],
  pressure: [0.125, 1],
  tilt: [0, 0.5],
  opacity: 0.75,
  layer: 'sky2',
  at: 81_234,
};
const [real = pressed] = realStrokes(1);

describe('studio: strokes over the clipboard', () => {
  test('any strokes come back from the text as they were, in their order', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { minLength: 1, maxLength: 5 }), (strokes) => {
        const { strokes: back, leftOut, title } = readText(copied(strokes));
        expect(back).toEqual(strokes);
        expect([leftOut, title]).toEqual([{}, undefined]);
      }),
    );
  });

  test('so do real ones, markers among them, and line ends of another system change nothing', () => {
    const strokes = realStrokes(60).map((one, i) => (i % 3 === 0 ? { ...one, tool: 'marker' } : one));
    expect(readText(copied(strokes)).strokes).toEqual(strokes);
    expect(readText(copied(strokes).replaceAll('\n', '\r\n')).strokes).toEqual(strokes);
  });

  test('the text is one SVG, which draws the strokes for other programs, and names the copy', () => {
    const text = copied([pressed, real], 'a-1B');
    expect(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
    expect(text.trimEnd().endsWith('</svg>')).toBe(true);
    expect(text.match(/<path/g)?.length).toBeGreaterThanOrEqual(2);
    expect(nameOfCopy(text)).toBe('a-1B');
    expect(nameOfCopy(text.replace('metadata', 'desc'))).toBeUndefined();
    expect(nameOfCopy('<svg/>')).toBeUndefined();
  });

  test('a long text is read in steps, so that the page can pause', () => {
    const text = copied(Array.from({ length: 1500 }, () => pressed));
    const steps = [...namingCopy(text)];
    expect(steps.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...steps.map((at, i) => at - (steps[i - 1] ?? 0)))).toBeLessThan(text.length / 2);
  });

  /** A line of a pen is read from what is drawn: without its layer. */
  const line: Stroke = {
    tool: 'pen',
    color: '#bf3b2b',
    size: 4,
    points: [
      [0, 0],
      [40, 30],
    ],
    layer: 'sky2',
  };
  const { layer: _, ...drawn } = line;

  /** What other programs write for a line. */
  const ADDED = [
    ['a path', '<path d="M0 0L30 30" stroke="#ff0000" fill="none" stroke-width="2"/>'],
    ['a path with single quotes', "<path d='M0 0L30 30' stroke='#ff0000' fill='none'/>"],
    ['an ellipse with a style', '<ellipse style="fill:none;stroke:#ff0000" cx="3" cy="3" rx="5" ry="5"/>'],
    ['a polyline', '<polyline points="0,0 30,30" style="stroke:red;fill:none"/>'],
  ] as const;

  test.each([
    ['a path was moved', (text: string) => text.replace(/d="M0 0/, 'd="M5 5')],
    ['a path was coloured', (text: string) => text.replace('#bf3b2b', '#00ff00')],
    ['a group was moved', (text: string) => text.replace('<g ', '<g transform="translate(9,9)" ')],
    ['a path was added', (text: string) => text.replace('<path', '<path d="M1 1l2 2" stroke="#123"/><path')],
    [
      'a path was taken out of its group',
      (text: string) => text.replace('</g>', '').replace('<path', '</g><path'),
    ],
    ...ADDED.flatMap(([what, added]): [string, (text: string) => string][] => [
      [`${what} before the strokes`, (text) => text.replace('<metadata', `${added}<metadata`)],
      [`${what} behind the strokes`, (text) => text.replace('</metadata>', `</metadata>${added}`)],
    ]),
    ['a rule for all paths', (text: string) => text.replace('<g', '<style>path{stroke:red}</style><g')],
  ])('what another program has changed is read as it is drawn: %s', (_, change) => {
    const { strokes, leftOut } = readText(change(copied([line])));
    expect(leftOut.carried).toBeUndefined();
    expect(strokes[0]).not.toEqual(line);
    expect(strokes.every(({ at }) => at === undefined)).toBe(true);
    expect(nameOfCopy(change(copied([line])))).toBeUndefined();
  });

  test.each(ADDED)('%s that another program added is there', (_, added) => {
    for (const place of ['<metadata', '</svg>']) {
      const { strokes } = readText(copied([line]).replace(place, added + place));
      expect(strokes.length).toBe(2);
      expect(strokes[0]).toEqual(drawn);
      expect(strokes[1]!.color).toBe('#ff0000');
    }
  });

  test('a line that another program hid is left out', () => {
    const hidden = copied([line, { ...line, color: '#0000ff' }]).replace('<path', '<path display="none"');
    expect(readText(hidden).strokes.map(({ color }) => color)).toEqual(['#0000ff']);
  });

  test('what a browser writes anew, with other quotes, spaces and order, comes back as it was', () => {
    const strokes = [pressed, line, { ...line, tool: 'wash' }, { ...line, tool: 'eraser' }, real];
    const text = copied(strokes);
    const anew = text.replace(/<([\w]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g, (_, name, inside, end) => {
      const attributes = [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].reverse();
      const written = attributes.map(([, key, value]) => `\n  ${key} = '${value}'`).join('');
      return end ? `<${name}${written}></${name}>` : `<${name} ${written} >`;
    });
    expect(anew).not.toBe(text);
    for (const one of [anew, `<?xml version="1.0"?>\n<!-- by a program -->\n${text}`]) {
      expect(readText(one).strokes).toEqual(strokes);
      expect(nameOfCopy(one)).toBe('copy-1');
    }
    const prefixed = text.replace('<svg ', '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ');
    expect(readText(prefixed).strokes).toEqual(strokes);
  });

  test.each([
    ['a script', (text: string) => text.replace('<metadata', '<script>alert(1)</script><metadata')],
    ['a script at the end', (text: string) => text.replace('</svg>', '<script>alert(1)</script></svg>')],
    ['an attribute that runs', (text: string) => text.replace('<path', '<path onclick="alert(1)"')],
    ['entities', (text: string) => `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${text}`],
  ])('what no SVG may have is refused here too: %s', (_, change) => {
    expect(() => readText(change(copied([line])))).toThrow(Refused);
    expect(nameOfCopy(change(copied([line])))).toBeUndefined();
  });

  test.each([
    ['a member that no stroke has', '"tool"', '"more":1,"tool"'],
    ['a point that is no place', '[40,30]', '[40,1e999]'],
    ['a point beyond the paper', '[40,30]', '[40,1000001]'],
    ['a size that is too large', '"size":4', '"size":4000'],
    ['no JSON', '"points"', 'points'],
    ['an object', '>[', '>{'],
    ['an entity', '"pen"', '"&#112;en"'],
    ['markup', '"pen"', '"<script>alert(1)</script>"'],
  ])('damaged strokes are not taken, and the drawing is read instead: %s', (_, part, bad) => {
    const text = copied([line]);
    const at = text.indexOf('<metadata');
    const damaged = text.slice(0, at) + text.slice(at).replace(part, bad);
    expect(damaged).not.toBe(text);
    if (bad.includes('<script>')) expect(() => readText(damaged)).toThrow(Refused);
    else expect(readText(damaged)).toMatchObject({ strokes: [drawn], leftOut: { carried: 1 } });
  });

  test('too much is refused before it is parsed', () => {
    const text = copied([line]);
    const holding = (json: string) => text.replace(/>\[[^<]*\]</, `>${json}<`);
    const reason = (json: string) => {
      try {
        readText(holding(json));
      } catch (error) {
        if (error instanceof Refused) return error.refusal;
        throw error;
      }
      return undefined;
    };
    expect(reason('['.repeat(100_000))).toEqual({ code: 'too_deep' });
    const points = { code: 'too_many', what: 'points', most: ALL_POINTS_MAX };
    expect(reason(`[${'[0],'.repeat(ALL_POINTS_MAX + 1_000_001)}0]`)).toEqual(points);
    const dot = '{"tool":"pen","color":"#000","size":1,"points":[[0,0]]}';
    expect(reason(`[${`${dot},`.repeat(ALL_STROKES_MAX)}${dot}]`)).toEqual({
      code: 'too_many',
      what: 'strokes',
      most: ALL_STROKES_MAX,
    });
  });

  test('a script is refused even where the sum is right', () => {
    /** The sum of what is drawn: FNV-1a over names, attributes and ends. */
    const sumOf = (what: readonly string[]) => {
      let sum = 0x811c9dc5;
      for (const letter of what.map((one) => `${one}\n`).join('')) {
        sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
      }
      return (sum >>> 0).toString(16);
    };
    const carrying = (inside: string, drawn: readonly string[]) =>
      `<svg>${inside}<metadata data-strokes="${sumOf(['svg', ...drawn, '/'])}">${JSON.stringify([line])}</metadata></svg>`;
    expect(readText(carrying('<g/>', ['g', '/'])).strokes).toEqual([line]);
    expect(() => readText(carrying('<script/>', ['script', '/']))).toThrow(new Refused({ code: 'script' }));
    expect(() => readText(carrying('<g onload="x"/>', ['g', 'onload=x', '/']))).toThrow(Refused);
    const entities = '<!DOCTYPE svg [<!ENTITY a "b">]>';
    expect(() => readText(entities + carrying('', []))).toThrow(new Refused({ code: 'entities' }));
  });

  test('texts that are made to hold the reader up take no longer than others of their size', () => {
    const many = 300_000;
    for (const text of [
      '<metadata '.repeat(many),
      `<metadata ${' data-strokes="'.repeat(many)}`,
      `<svg>${'<metadata data-strokes="1">'.repeat(many)}`,
      `<svg${' d="'.repeat(many)}><metadata data-strokes="1">[]</metadata>`,
    ]) {
      expect(() => readText(text)).toThrow(Refused);
    }
  });
});
