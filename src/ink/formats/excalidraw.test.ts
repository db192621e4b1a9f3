import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStroke } from '../../../tests/support/drawing/any-stroke.ts';
import { realLikeStrokes } from '../../../tests/support/drawing/strokes.ts';
import { sharedFile } from '../../../tests/support/shared.ts';
import { checkStrokes } from '../../core/drawing/guard.ts';
import type { Point, Problem, Stroke } from '../../core/drawing/types.ts';
import { excalidrawParts } from './excalidraw/write-excalidraw.ts';
import { readText } from './read.ts';

const HEAD = { source: 'http://127.0.0.1', title: 'Rain', paper: '#fffdf8' };
const write = (strokes: readonly Stroke[]) => [...excalidrawParts(strokes, HEAD)].join('');

interface Freedraw {
  readonly type: string;
  readonly strokeColor?: string;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly points: readonly Point[];
  readonly isDeleted?: boolean;
}

/** The points of a freehand element on the paper, computed independently of the reader. */
function absolute({ x, y, angle, points }: Freedraw): Point[] {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const cx = (Math.min(...xs) + Math.max(...xs)) / 2;
  const cy = (Math.min(...ys) + Math.max(...ys)) / 2;
  return points.map(
    ([px, py]): Point => [
      x + cx + (px - cx) * Math.cos(angle) - (py - cy) * Math.sin(angle),
      y + cy + (px - cx) * Math.sin(angle) + (py - cy) * Math.cos(angle),
    ],
  );
}

const freehand = (elements: readonly Freedraw[]) => elements.filter(({ type }) => type === 'freedraw');

/** Expects every point of a file's freehand elements in the strokes that were read, within 0.05. */
function expectSamePoints(before: readonly Freedraw[], text: string): void {
  const back: readonly Freedraw[] = JSON.parse(text).elements;
  expect(back).toHaveLength(before.length);
  for (const [i, element] of before.entries()) {
    const [from, to] = [absolute(element), absolute(back[i]!)];
    expect(to).toHaveLength(from.length);
    for (const [n, [x, y]] of from.entries()) {
      expect(Math.hypot(to[n]![0] - x, to[n]![1] - y), `element ${i}, point ${n}`).toBeLessThan(0.05);
    }
  }
}

const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true });
const anyFreedraw = fc
  .record({
    x: coordinate,
    y: coordinate,
    angle: fc.oneof(fc.constant(0), fc.double({ min: -7, max: 7, noNaN: true })),
    points: fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 30 }),
    strokeWidth: fc.constantFrom(0.5, 1, 2, 4),
    opacity: fc.integer({ min: 1, max: 100 }),
    pressed: fc.boolean(),
  })
  .map(({ pressed, ...rest }) => ({
    ...rest,
    type: 'freedraw',
    strokeColor: '#1e1e1e',
    backgroundColor: 'transparent',
    simulatePressure: !pressed,
    pressures: pressed ? rest.points.map((_, i) => (i % 10) / 10) : [],
  }))
  // A line that stays in one place becomes a dot, and dots are checked on their own.
  .filter(({ points }) => points.some(([x, y]) => Math.hypot(x - points[0]![0], y - points[0]![1]) > 0.01));

describe('studio: Excalidraw in and out', () => {
  test('round trip .excalidraw -> drawing -> .excalidraw keeps every point within 0.05 px', () => {
    fc.assert(
      fc.property(fc.array(anyFreedraw, { minLength: 1, maxLength: 5 }), (elements) => {
        const { strokes } = readText(JSON.stringify({ type: 'excalidraw', version: 2, elements }));
        const problems: Problem[] = [];
        expect(checkStrokes(strokes, '', problems), JSON.stringify(problems)).toBe(true);
        expectSamePoints(elements, write(strokes));
      }),
    );
  });

  for (const name of ['despair', 'some-handdrawn-signs', 'stick-figures-collaboration']) {
    const file = sharedFile(`strokes/excalidraw/${name}.excalidrawlib`);
    test.skipIf(!file)(`a real file comes in and goes out with every point: ${name}`, () => {
      const text = readFileSync(file ?? '', 'utf8');
      const elements: readonly Freedraw[] = JSON.parse(text).libraryItems.flatMap(
        (item: { readonly elements: readonly Freedraw[] }) => item.elements,
      );
      const dots = freehand(elements).filter(({ points }) =>
        points.every(([x, y]) => Math.hypot(x, y) < 0.001),
      );
      const scene = {
        type: 'excalidraw',
        version: 2,
        elements: freehand(elements).filter((one) => !dots.includes(one)),
      };
      if (scene.elements.length > 0) {
        expectSamePoints(scene.elements, write(readText(JSON.stringify(scene)).strokes));
      }
      const whole = readText(text);
      const lined = elements.filter(({ strokeColor }) => strokeColor !== 'transparent');
      expect(whole.strokes.length).toBe(lined.length);
      expect(checkStrokes(whole.strokes, '', [])).toBe(true);
      expect(whole.strokes.filter(({ points }) => points.length === 1).length).toBeGreaterThanOrEqual(
        dots.length,
      );
    });
  }

  const none = sharedFile('strokes/excalidraw/fixture_library.excalidrawlib');
  test.skipIf(!none)('a real library without freehand strokes gives the outline that it has', () => {
    const { strokes } = readText(readFileSync(none ?? '', 'utf8'));
    expect(strokes.map(({ points }) => points.length)).toEqual([5]);
  });

  test('a drawing that went out as .excalidraw comes back as it was: tool, colour, size, points, pressure', () => {
    const lines = realLikeStrokes(300).map((stroke) => ({ ...stroke, points: stroke.points.slice(0, 40) }));
    const strokes = lines.map(
      (stroke): Stroke => (stroke.pressure ? { ...stroke, pressure: stroke.pressure.slice(0, 40) } : stroke),
    );
    const special: Stroke[] = [
      {
        tool: 'marker',
        color: '#d2962a80',
        size: 20,
        points: [
          [1, 2],
          [3, 4],
        ],
      },
      { tool: 'pen', color: '#1f1b16', size: 4, points: [[-3.125, 8]] },
      { tool: 'pen', color: '#1f1b16', size: 4, points: [[5, 8]], pressure: [0.25] },
    ];
    const back = readText(write([...strokes, ...special]));
    expect(back.title).toBe('Rain');
    expect(back.strokes).toEqual([...strokes, ...special]);
    // Its opacity is in the element's, and beside it.
    const [faint, marked] = special.map((stroke) => ({ ...stroke, color: '#d2962a', opacity: 0.5, at: 9 }));
    const opacities = JSON.parse(write([faint!, marked!])).elements.map(({ opacity }: Stroke) => opacity);
    expect(opacities).toEqual([20, 50]);
    expect(readText(write([faint!, marked!])).strokes).toEqual([faint, marked]);
  });

  test('the tilt goes out and comes back, unless it is damaged or the points have changed', () => {
    const line: Stroke = {
      tool: 'pencil',
      color: '#1f1b16',
      size: 16,
      points: [
        [1, 2],
        [3, 4],
        [5, 4],
      ],
      pressure: [0.5, 0.5, 0.5],
      tilt: [0, 0.25, 1],
    };
    const dot: Stroke = { tool: 'pencil', color: '#1f1b16', size: 16, points: [[5, 8]], tilt: [0.75] };
    expect(readText(write([line, dot])).strokes).toEqual([line, dot]);
    const { tilt: _, ...upright } = line;
    for (const tilt of [
      [0, 0.25],
      [0, 0.25, 1.5],
      [0, 0.25, -1],
      [0, 0.25, null],
      [0, 0.25, '1'],
      'abc',
      {},
    ]) {
      const scene = JSON.parse(write([line]));
      scene.elements[0].customData.pleinair.tilt = tilt;
      expect(readText(JSON.stringify(scene)).strokes).toEqual([upright]);
    }
  });

  test('any drawing goes out as a file that comes in again, stroke by stroke', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { minLength: 1, maxLength: 8 }), (any) => {
        // What is as good as invisible does not come back.
        const strokes = any.map((stroke) => ({ ...stroke, opacity: Math.max(0.01, stroke.opacity ?? 1) }));
        const text = write(strokes);
        const inked = strokes.filter(({ tool }) => tool !== 'eraser');
        if (inked.length === 0) return;
        expect(JSON.parse(text).elements).toHaveLength(inked.length);
        const seen = inked.filter(({ color }) => !/^#(?:...0|......00)$/.test(color));
        if (seen.length > 0) expect(readText(text).strokes).toHaveLength(seen.length);
      }),
    );
  });

  test('everything that could not be carried is counted and named', () => {
    const base = {
      x: 0,
      y: 0,
      width: 10,
      height: 10,
      angle: 0,
      strokeColor: 'red',
      backgroundColor: 'transparent',
    };
    const elements = [
      {
        ...base,
        type: 'freedraw',
        points: [
          [0, 0],
          [5, 5],
        ],
      },
      { ...base, type: 'text', text: 'a' },
      { ...base, type: 'text', text: 'b' },
      { ...base, type: 'image' },
      { ...base, type: 'image', isDeleted: true },
      { ...base, type: 'frame' },
      { ...base, type: 'rectangle', backgroundColor: '#ffc9c9', strokeStyle: 'dashed' },
      { ...base, type: 'ellipse', strokeColor: 'transparent', backgroundColor: 'blue' },
      { ...base, type: 'diamond', backgroundColor: 'green' },
      {
        ...base,
        type: 'arrow',
        points: [
          [0, 0],
          [5, 5],
        ],
        endArrowhead: 'arrow',
      },
      { ...base, type: 'hologram' },
    ];
    const { strokes, leftOut } = readText(JSON.stringify({ type: 'excalidraw', elements }));
    expect(strokes).toHaveLength(4);
    expect(leftOut).toEqual({ text: 2, image: 1, fill: 3, arrowhead: 1, dash: 1, frame: 1, other: 1 });
  });

  test('strokes of a library of the first version come in', () => {
    const element = {
      type: 'draw',
      x: 1,
      y: 1,
      strokeColor: '#000',
      points: [
        [0, 0],
        [2, 2],
      ],
      strokeWidth: 1,
    };
    const { strokes } = readText(JSON.stringify({ type: 'excalidrawlib', version: 1, library: [[element]] }));
    expect(strokes).toEqual([
      {
        tool: 'pen',
        color: '#000000',
        size: 4.25,
        points: [
          [1, 1],
          [3, 3],
        ],
      },
    ]);
  });

  test('a wide translucent stroke is a marker’s, a thin one a pen’s', () => {
    const element = {
      type: 'freedraw',
      x: 0,
      y: 0,
      points: [
        [0, 0],
        [2, 2],
      ],
      strokeColor: '#ff0',
      opacity: 50,
    };
    const elements = [
      { ...element, strokeWidth: 4 },
      { ...element, strokeWidth: 1 },
    ];
    const { strokes } = readText(JSON.stringify({ type: 'excalidraw', elements }));
    expect(strokes.map(({ tool, color }) => [tool, color])).toEqual([
      ['marker', '#ffff0080'],
      ['pen', '#ffff0080'],
    ]);
  });
});
