import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStroke } from '../../../tests/support/drawing/any-stroke.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { brushOf } from '../brush/brushes.ts';
import { traceOf } from '../brush/field/trace.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { Refused } from './common/refused.ts';
import { jsonParts } from './json/write-json.ts';
import { forPaper } from './other-paper.ts';
import { exportArea, pictureSize } from './picture.ts';
import { readText } from './read.ts';
import { outline } from './svg/outline.ts';
import { parsePath } from './svg/path-data.ts';
import { svgParts } from './svg/write-svg.ts';
import { escapeXml, readXml } from './svg/xml.ts';

const AREA = { minX: -10, minY: -10, maxX: 100, maxY: 100 };
const svg = (strokes: readonly Stroke[], title = '') =>
  [...svgParts(strokes, { title, paper: '#fff', area: AREA })].join('');
const pen = (size: number, points: readonly Point[]): Stroke => ({
  tool: 'pen',
  color: '#000',
  size,
  points,
});

/** Twice the signed area: above 0 for a polygon that turns clockwise on the screen. */
function area(polygon: readonly Point[]): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [nx, ny] = polygon[(i + 1) % polygon.length]!;
    return sum + x * ny - nx * y;
  }, 0);
}

/** From a point to the nearest place of a line. */
function distanceTo(line: readonly Point[], [x, y]: Point): number {
  const distances = line.slice(1).map(([bx, by], i) => {
    const [ax, ay] = line[i]!;
    const [ux, uy] = [bx - ax, by - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy)));
    return Math.hypot(x - ax - t * ux, y - ay - t * uy);
  });
  return Math.min(...distances);
}

describe('studio: the outline of a pressed stroke', () => {
  test('a straight line of one width is one ribbon with two round ends', () => {
    const { ribbons, discs } = outline(
      [
        [0, 0],
        [10, 0],
        [20, 0],
      ],
      [2, 2, 2],
    );
    expect(ribbons).toEqual([
      [
        [0, -2],
        [10, -2],
        [20, -2],
        [20, 2],
        [10, 2],
        [0, 2],
      ],
    ]);
    expect(discs).toEqual([
      { x: 0, y: 0, r: 2 },
      { x: 20, y: 0, r: 2 },
    ]);
  });

  test('a sharp turn, and a width that jumps, are rounded', () => {
    expect(
      outline(
        [
          [0, 0],
          [10, 0],
          [10, 10],
        ],
        [2, 2, 2],
      ).discs,
    ).toContainEqual({ x: 10, y: 0, r: 2 });
    expect(
      outline(
        [
          [0, 0],
          [10, 0],
          [20, 0],
        ],
        [1, 6, 6],
      ).discs,
    ).toContainEqual({ x: 10, y: 0, r: 6 });
    expect(outline([[3, 3]], [2])).toEqual({ ribbons: [], discs: [{ x: 3, y: 3, r: 2 }] });
    expect(
      outline(
        [
          [3, 3],
          [3, 3],
        ],
        [2, 5],
      ).discs,
    ).toContainEqual({ x: 3, y: 3, r: 5 });
  });

  test('whatever the stroke, no part of it runs backwards, which would cut holes', () => {
    // Short steps that turn a little each, drawn with a wide pen: the inner edge would run backwards.
    const step = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: -24, max: 24 }));
    const radius = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), radius, (steps, r) => {
        let [x, y, heading] = [0, 0, 0];
        const points = steps.map(([length, turn]): Point => {
          heading += (turn * Math.PI) / 180;
          x += length * Math.cos(heading);
          y += length * Math.sin(heading);
          return [x, y];
        });
        const { ribbons } = outline(
          points,
          points.map(() => r),
        );
        for (const ribbon of ribbons) {
          // Checked segment by segment: the area of a whole ribbon that crosses itself says nothing.
          const half = ribbon.length / 2;
          for (let i = 0; i + 1 < half; i++) {
            const [left, nextLeft] = [ribbon[i]!, ribbon[i + 1]!];
            const [right, nextRight] = [ribbon.at(-1 - i)!, ribbon.at(-2 - i)!];
            const step = (from: Point, to: Point): Point => [to[0] - from[0], to[1] - from[1]];
            const [l, r] = [step(left, nextLeft), step(right, nextRight)];
            const along: Point = [l[0] + r[0], l[1] + r[1]];
            for (const edge of [l, r]) expect(edge[0] * along[0] + edge[1] * along[1]).toBeGreaterThan(0);
            expect(area([left, nextLeft, nextRight, right])).toBeGreaterThan(0);
          }
        }
      }),
    );
  });
});

describe('studio: SVG out', () => {
  test('a path for every stroke: a line where the width is constant, an outline where it is not', () => {
    const pressed = {
      ...pen(4, [
        [0, 0],
        [9, 0],
      ]),
      pressure: [0.5, 0.5],
    };
    const marker: Stroke = {
      tool: 'marker',
      color: '#d2962a',
      size: 20,
      points: [
        [0, 0],
        [5, 5],
      ],
    };
    const text = svg([
      pen(2.5, [
        [0, 0],
        [10.25, -3.125],
      ]),
      pen(3, [[1, 1]]),
      pressed,
      marker,
      { ...marker, opacity: 0.5 },
      { ...pressed, opacity: 0.25 },
    ]);
    expect(text).toContain('stroke-width="20" stroke-opacity=".2" data-tool="marker" data-opacity="0.5"/>');
    expect(text).toContain('fill-opacity=".25" data-opacity="0.25"/>');
    expect(text).toContain('<path d="M0 0l10.25-3.125" stroke="#000000" stroke-width="2.5"/>');
    expect(text).toContain('<path d="M1 1h0" stroke="#000000" stroke-width="3"/>');
    expect(text).toMatch(
      /<path d="M0 -2l9 0 0 4 -9 0zM2 0a2 2 0 1 1-4 0a2 2 0 1 1 4 0z[^"]*" fill="#000000"\/>/,
    );
    expect(text).toContain('stroke-width="20" stroke-opacity=".4" data-tool="marker"/>');
  });

  test('a line and an outline go round points where the painted stroke does', () => {
    const points = Array.from({ length: 13 }, (_, i): Point => {
      const angle = (i * 24 * Math.PI) / 180;
      return [Math.round(3000 * Math.cos(angle)) / 100, Math.round(3000 * Math.sin(angle)) / 100];
    });
    const line = pen(6, points);
    const pressed = { ...line, pressure: points.map(() => 0.5) };
    const scale = 16;
    const { count, x, y } = traceOf(asFlatStroke(line), brushOf('pen'), scale);
    const painted = Array.from({ length: count }, (_, i): Point => [x[i]! / scale, y[i]! / scale]);
    /** How far from the painted line the shape goes at most, and how far its edge is from there. */
    const farthest = (stroke: Stroke, edge: number) => {
      const [, data] = / d="([^"]*)" (?:stroke|fill)="#000000"/.exec(svg([stroke]))!;
      // The ends of an outline are circles.
      const [run] = parsePath(data!);
      return Math.max(...run!.map((point) => Math.abs(distanceTo(painted, point) - edge)));
    };
    expect(farthest(line, 0)).toBeLessThan(0.1);
    expect(farthest(pressed, 3)).toBeLessThan(0.1);
    // Over the points themselves it would go half a unit beside it.
    expect(Math.max(...points.map((point) => distanceTo(painted, point)))).toBeGreaterThan(0.4);
    expect(readText(svg([line])).strokes).toEqual([{ ...line, color: '#000000' }]);
  });

  test('what erases is a mask over what lies below it, and over nothing else', () => {
    const rub = {
      ...pen(9, [
        [5, 0],
        [5, 9],
      ]),
      tool: 'eraser',
    };
    const text = svg([
      pen(1, [
        [0, 0],
        [1, 0],
      ]),
      rub,
      pen(2, [
        [0, 0],
        [2, 0],
      ]),
      rub,
      pen(3, [
        [0, 0],
        [3, 0],
      ]),
    ]);
    const seen: string[] = [];
    let masks: string[] = [];
    readXml(text, {
      open: (name, attributes) => {
        if (name === 'g') masks = [...masks, attributes.get('mask') ?? ''];
        const width = attributes.get('stroke-width');
        if (name === 'path' && width !== '9') seen.push(`${width}${masks.join('')}`);
      },
      close: (name) => {
        if (name === 'g') masks = masks.slice(0, -1);
      },
      text: () => {},
    });
    expect(seen).toEqual(['1url(#e0)', '2url(#e1)', '3']);
    expect(text).toMatch(/<mask id="e0"[^>]*><g mask="url\(#e1\)">/);
    expect(text).toMatch(/<mask id="e1"[^>]*><g><rect/);
  });

  test('a wash that is erased in part multiplies with all that lies below it, as one that is not', () => {
    const line = (size: number, tool: string) => ({ ...pen(size, [[0, size]]), tool });
    const strokes = [line(1, 'pen'), line(2, 'wash'), line(9, 'eraser'), line(3, 'wash'), line(4, 'dry')];
    const text = svg([...strokes, line(9, 'eraser'), line(5, 'wash')]);
    const seen: string[] = [];
    let groups: string[] = [];
    readXml(text, {
      open: (name, attributes) => {
        const mask = attributes.get('mask') ?? '';
        const blends = attributes.get('style')?.includes('blend');
        if (name === 'g') groups = [...groups, `${mask}${blends ? '*' : ''}`];
        const width = attributes.get('stroke-width');
        if (name === 'path' && width !== '9') seen.push(`${width}: ${groups.filter(Boolean).join(' ')}`);
      },
      close: (name) => {
        if (name === 'g') groups = groups.slice(0, -1);
      },
      text: () => {},
    });
    // A group that blends is marked with *.
    expect(seen).toEqual(['1: url(#e0)', '2: url(#e0)* *', '3: url(#e1)* *', '4: url(#e1)', '5: *']);
    expect(groups).toEqual([]);
  });

  test('a title is text, whatever is in it, and the file stays well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        if (title.isWellFormed())
          expect(() => readXml(svg([pen(1, [[0, 0]])], title), nothing)).not.toThrow();
      }),
    );
    expect(escapeXml('<script>"&\u0001')).toBe('&#60;script&#62;&#34;&#38; ');
  });
});

const nothing = { open: () => {}, close: () => {}, text: () => {} };

describe('studio: JSON out', () => {
  test('any drawing comes back equal, not one digit changed', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { minLength: 1 }), fc.string(), (strokes, title) => {
        const text = [...jsonParts(strokes, title)].join('');
        expect(readText(text).strokes).toEqual(strokes);
      }),
    );
  });

  test('it has the layers of the drawing', () => {
    const strokes = [{ ...pen(1, [[0, 0]]), layer: 'sky' }];
    const sky = {
      id: 'sky',
      name: 'Sky',
      opacity: 0.5,
      visible: false,
      locked: true,
      blend: 'multiply',
    } as const;
    const reading = readText([...jsonParts(strokes, 'Rain', { layers: [sky] })].join(''));
    expect(reading).toMatchObject({ members: { layers: [sky] }, strokes });
    for (const bad of [null, [], [sky, sky], [{ ...sky, mask: 1 }]]) {
      expect(() => readText(JSON.stringify({ strokes, layers: bad }))).toThrow(Refused);
    }
  });

  test('it has the paper of the drawing, if that is not white', () => {
    const strokes = [pen(1, [[0, 0]])];
    const paper = { color: '#1d232f', pattern: 'dots', step: 24, guide: [[0, -200]] } as const;
    expect(readText([...jsonParts(strokes, 'Rain', { paper })].join('')).members).toEqual({ paper });
    const plain = [...jsonParts(strokes, 'Rain')].join('');
    expect(plain).not.toContain('paper');
    expect(readText(plain).members).toEqual({});
    for (const bad of [null, '#1d232f', { color: 'black' }, { ...paper, pattern: 'tartan' }]) {
      expect(() => readText(JSON.stringify({ strokes, paper: bad }))).toThrow(Refused);
    }
  });

  test('it says when it was made and changed, as far as that is known', () => {
    const strokes = [pen(1, [[0, 0]])];
    const dates = { createdAt: '2020-02-29T10:00:00.000Z', updatedAt: '2021-01-01T00:00:00.001Z' };
    for (const known of [dates, { updatedAt: dates.updatedAt }, {}]) {
      const text = [...jsonParts(strokes, 'Rain', known)].join('');
      expect(JSON.parse(text)).toEqual({ title: 'Rain', strokes, thumb: '', ...known });
      expect(readText(text)).toMatchObject({ dates: known, leftOut: {} });
    }
  });

  test('dates in it that cannot be are left out and counted', () => {
    const [early, late] = ['2020-02-29T10:00:00.000Z', '2021-01-01T00:00:00.001Z'];
    const read = (dates: object) => {
      const { dates: taken, leftOut } = readText(JSON.stringify({ strokes: [pen(1, [[0, 0]])], ...dates }));
      return { taken, leftOut };
    };
    expect(read({ createdAt: '2020-02-29T18:00:00+08:00', updatedAt: late })).toEqual({
      taken: { createdAt: early, updatedAt: late },
      leftOut: {},
    });
    expect(read({ createdAt: '2021-02-29T10:00:00Z', updatedAt: late })).toEqual({
      taken: { updatedAt: late },
      leftOut: { date: 1 },
    });
    expect(read({ createdAt: 7, updatedAt: null })).toEqual({ taken: {}, leftOut: { date: 2 } });
    expect(read({ createdAt: late, updatedAt: early })).toEqual({
      taken: { updatedAt: early },
      leftOut: { date: 1 },
    });
  });
});

describe('studio: the picture’s size', () => {
  test('as asked, and never more than every browser draws', () => {
    const bounds = { minX: 0, minY: 0, maxX: 400, maxY: 300 };
    expect(pictureSize(bounds, 3)).toEqual({ width: 1200, height: 900, scale: 3, isSmaller: false });
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 2e6, noNaN: true }),
        fc.double({ min: 1, max: 2e6, noNaN: true }),
        (maxX, maxY) => {
          const { width, height, scale, isSmaller } = pictureSize({ minX: 0, minY: 0, maxX, maxY }, 4);
          expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
          expect(width * height).toBeLessThanOrEqual(16_000_000);
          expect(isSmaller).toBe(scale < 4);
        },
      ),
    );
    expect(exportArea([])).toBeUndefined();
    expect(
      exportArea([
        pen(2, [
          [0, 0],
          [10, 0],
        ]),
      ]),
    ).toEqual({ minX: -25, minY: -25, maxX: 35, maxY: 25 });
  });
});

describe('studio: another paper', () => {
  test('ink that could not be seen turns light, what can be seen stays', () => {
    const inks = ['#000', '#d2962a', '#00f8', '#1f4fae'].map((color) => ({ ...pen(1, [[0, 0]]), color }));
    const [black, ochre, blue, accent] = forPaper(inks, '#25211c').map(({ color }) => color);
    expect([black, ochre]).toEqual(['#ffffff', '#d2962a']);
    // Pure blue is dark, whatever its HSL lightness: white is mixed in until it can be seen.
    expect(blue).toMatch(/^#([3-9]).\1.ff88$/);
    expect(accent).toMatch(/^#[5-9a-f].[7-9a-f].[c-f].$/);
  });

  test('on white, chalk turns dark, and markers and washes stay', () => {
    const inks = ['#f3ece0', '#f5c400', '#79b4dc', '#1f4fae'].map((color) => ({
      ...pen(1, [[0, 0]]),
      color,
    }));
    const [chalk, ...others] = forPaper(inks, '#fffdf8').map(({ color }) => color);
    expect(chalk).toMatch(/^#[0-2].[0-2].[0-2].$/);
    expect(others).toEqual(['#f5c400', '#79b4dc', '#1f4fae']);
    // Where mirroring is not enough, black is mixed in.
    const [grey] = forPaper([{ ...pen(1, [[0, 0]]), color: '#808080' }], '#888888');
    expect(grey?.color).toMatch(/^#[4-6]/);
  });
});
