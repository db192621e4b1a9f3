import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realLikeStrokes } from '../../../../tests/support/drawing/strokes.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { BRUSHES, leavesInk } from '../../brush/brushes.ts';
import { readText } from '../read.ts';
import { svgParts } from './write-svg.ts';

const svg = (inside: string, root = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`;
const read = (inside: string, root = '') => readText(svg(inside, root));
const one = (inside: string, root = ''): Stroke => {
  const { strokes } = read(inside, root);
  expect(strokes).toHaveLength(1);
  return strokes[0]!;
};

describe('studio: SVG in', () => {
  test('a path becomes a stroke of its colour and width', () => {
    expect(one('<path d="M1 2L3 4" fill="none" stroke="rebeccapurple" stroke-width="2.5"/>')).toEqual({
      tool: 'pen',
      color: '#663399',
      size: 2.5,
      points: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  test('colour, width and transforms are inherited through groups, and multiply on the way', () => {
    const stroke = one(`
      <g stroke="#f00" fill="none" stroke-width="2" transform="translate(10 20)" opacity=".5">
        <g transform="scale(2)" style="stroke: currentColor; color: hsl(120 100% 25%)">
          <path d="M0 0h1" stroke-opacity="50%" transform="rotate(90)"/>
        </g>
      </g>`);
    expect(stroke.color).toBe('#00800040');
    expect(stroke.size).toBe(4);
    expect(stroke.points).toEqual([
      [10, 20],
      [10, 22],
    ]);
  });

  test.each([
    ['matrix(1 2 3 4 5 6)', [9, 12]],
    ['translate(3)', [4, 1]],
    ['scale(2,3)', [2, 3]],
    ['rotate(90, 1, 0)', [0, 0]],
    ['skewX(45)', [2, 1]],
    ['skewY(45)', [1, 2]],
    ['translate(1,1) scale(2) , rotate(180)', [-1, -1]],
  ])('%s', (transform, end) => {
    const { points } = one(`<path transform="${transform}" d="M0 0L1 1" stroke="red" fill="none"/>`);
    expect(points[1]![0]).toBeCloseTo(end[0]!, 6);
    expect(points[1]![1]).toBeCloseTo(end[1]!, 6);
  });

  test('rules of a style sheet, of the simple kind that drawing programs write, are obeyed', () => {
    const stroke =
      one(`<defs><style>/* a */ .a, .b { fill: none; stroke: #123456 } .b{stroke-width:3px}</style></defs>
      <path class="b" d="M0 0h9"/>`);
    expect(stroke).toMatchObject({ color: '#123456', size: 3 });
  });

  test('lines, polylines, polygons and outlines come as strokes', () => {
    const { strokes } = read(`<g stroke="red" fill="none">
      <line x1="0" y1="0" x2="5" y2="5"/><polyline points="0,0 1,1 2,0"/><polygon points="0 0 4 0 4 4"/>
      <rect width="10" height="20"/><rect width="10" height="10" rx="3"/><circle r="5"/><ellipse cx="9" rx="8" ry="4"/></g>`);
    expect(strokes.map(({ points }) => points.length).slice(0, 4)).toEqual([2, 3, 4, 5]);
    const circle = strokes[5]!;
    for (const [i, [x, y]] of circle.points.entries()) {
      const [nx, ny] = circle.points[i + 1] ?? [x, y];
      expect(Math.abs(Math.hypot(x, y) - 5)).toBeLessThan(0.002);
      expect(Math.abs(Math.hypot((x + nx) / 2, (y + ny) / 2) - 5)).toBeLessThan(0.1);
    }
    expect(circle.points.length).toBeLessThan(40);
  });

  test('a size in other units than the view box scales the drawing', () => {
    const stroke = one(
      '<path d="M0 0h10" stroke="red" fill="none"/>',
      'viewBox="0 0 100 50" width="1in" height="9cm"',
    );
    expect(stroke.points[1]![0]).toBeCloseTo(9.6, 6);
    expect(stroke.size).toBeCloseTo(0.96, 6);
  });

  test('everything that could not be carried is counted and named', () => {
    const { strokes, leftOut } = read(`<path d="M0 0h9" stroke="red" fill="none"/>
      <text>Hi <tspan>there</tspan></text><text/><image href="data:image/png;base64,AA"/><use href="#a"/>
      <path d="M0 0h1v1z"/><circle r="3"/><rect width="3" height="3" stroke="red"/>
      <path d="M0 0h9" stroke="url(#g)" fill="none" stroke-dasharray="4 2"/><path visibility="hidden" d="M0 0h9"/>
      <linearGradient id="g"><stop/></linearGradient><metadata><x><y/></x></metadata>`);
    expect(strokes).toHaveLength(3);
    expect(leftOut).toEqual({ text: 2, image: 1, fill: 3, dash: 1, gradient: 1, reuse: 1 });
  });

  test('the title of the picture is the title of the drawing', () => {
    expect(read('<title>Rain &amp; sun</title><path d="M0 0h9" stroke="red"/>').title).toBe('Rain & sun');
  });

  test('a drawing that went out as SVG comes back with every point, colour and width that a line has', () => {
    const lines = realLikeStrokes(200).map(({ pressure: _, ...stroke }): Stroke => stroke);
    const dot: Stroke = { tool: 'pen', color: '#1d5fa880', size: 4.5, points: [[-3.25, 7.125]] };
    const strokes = [...lines, dot];
    const area = { minX: -100, minY: -100, maxX: 3000, maxY: 2000 };
    const text = [...svgParts(strokes, { title: 'A <b>', paper: '#fff', area })].join('');
    const back = readText(text);
    expect(back.title).toBe('A <b>');
    expect(back.leftOut).toEqual({});
    // Markers are already under the ink, so that they need not come after it.
    const isMarker = ({ tool }: Stroke) => tool === 'marker';
    expect(back.strokes).toEqual([
      ...strokes.filter(isMarker),
      ...strokes.filter((stroke) => !isMarker(stroke)),
    ]);
  });

  test('strokes of every brush that went out as SVG come back as they were, with colour, opacity and time', () => {
    const points: Point[] = [
      [0, 0],
      [80, 40.5],
    ];
    const strokes = BRUSHES.filter(({ tool }) => leavesInk(tool) && tool !== 'marker').flatMap(({ tool }) =>
      ['#1d5fa8', '#1d5fa840', '#1d5fa8e5'].flatMap((color): Stroke[] => [
        { tool, color, size: 12, points },
        { tool, color, size: 12, points, opacity: 0.35, at: 1_234_567 },
      ]),
    );
    const area = { minX: -20, minY: -20, maxX: 200, maxY: 200 };
    const text = [...svgParts(strokes, { title: '', paper: undefined, area })].join('');
    const back = readText(text);
    expect(back.leftOut).toEqual({});
    expect(back.strokes).toEqual(strokes);
  });

  test('streaks of the dry brush run along it: across, or up and down', () => {
    const to = (x: number, y: number, more: Partial<Stroke> = {}): Stroke => ({
      tool: 'dry',
      color: '#1d5fa8',
      size: 12,
      points: [
        [0, 0],
        [x, y],
      ],
      ...more,
    });
    const area = { minX: -20, minY: -20, maxX: 200, maxY: 200 };
    const write = (strokes: readonly Stroke[]) =>
      [...svgParts(strokes, { title: '', paper: undefined, area })].join('');
    const strokes = [to(90, 10), to(90, 89), to(10, 90), to(10, -90), to(90, 10)];
    const text = write(strokes);
    const frequencies = [...text.matchAll(/<filter id="([^"]+)".*?baseFrequency="([^"]+)"/g)];
    expect(frequencies.map(([, id, frequency]) => [id, frequency])).toEqual([
      ['pleinair-dry', '.04 .5'],
      ['pleinair-dry-upright', '.5 .04'],
    ]);
    expect([...text.matchAll(/<g filter="url\(#([^)]+)\)"/g)].map(([, id]) => id)).toEqual([
      'pleinair-dry',
      'pleinair-dry-upright',
      'pleinair-dry',
    ]);
    expect(readText(text).strokes).toEqual(strokes);
    expect(readText(text).leftOut).toEqual({});
    expect(write([to(90, 10)])).not.toContain('upright');
    expect(write([to(10, 90, { tool: 'chalk' })])).not.toContain('upright');
  });

  test('what a named path says wrongly of its stroke is not taken over', () => {
    const path = (marks: string) =>
      one(`<path d="M0 0h9" fill="none" stroke="#102030" data-tool="chalk" ${marks}/>`);
    for (const marks of [
      'data-opacity="0"',
      'data-opacity="1.1"',
      'data-opacity="x"',
      'data-at="-1"',
      'data-at="1.5"',
      'data-at="1e99"',
    ]) {
      const { opacity, at } = path(marks);
      expect([opacity, at], marks).toEqual([undefined, undefined]);
    }
    expect(path('data-opacity=".5" data-at="7"')).toMatchObject({ tool: 'chalk', opacity: 0.5, at: 7 });
  });

  test('any path keeps its points through any transform, to within a tenth of a unit', () => {
    const v = fc.integer({ min: -400, max: 400 });
    const transform = fc.tuple(v, v, fc.integer({ min: -180, max: 180 }), fc.integer({ min: 1, max: 5 }));
    const points = fc.array(fc.tuple(v, v), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(points, transform, (line, [tx, ty, degrees, scale]) => {
        const d = line.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x},${y}`).join('');
        const text = `<path fill="none" stroke="red" d="${d}" transform="translate(${tx},${ty})rotate(${degrees})scale(${scale})"/>`;
        const turn = (degrees * Math.PI) / 180;
        const expected = line.map(
          ([x, y]): Point => [
            tx + scale * (x * Math.cos(turn) - y * Math.sin(turn)),
            ty + scale * (x * Math.sin(turn) + y * Math.cos(turn)),
          ],
        );
        const { points } = one(text);
        for (const [i, [x, y]] of points.entries()) {
          expect(Math.hypot(x - expected[i]![0], y - expected[i]![1])).toBeLessThan(0.002);
        }
      }),
    );
  });
});
