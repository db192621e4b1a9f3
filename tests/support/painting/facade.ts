/** The upper floor: pilasters with capitals, a frieze with garlands, three windows with shutters. */
import type { Point } from '../../../src/core/drawing/types.ts';
import { HOUSE, type Light, PILASTERS } from './house.ts';
import { corners, type Sketch } from './sketch.ts';

const FIRM = { press: [0.4, 0.65, 0.35] } as const;

const FINE = { press: [0.25, 0.45, 0.2], stray: 0.4 } as const;

/** The upper floor: pilasters with capitals, a frieze with garlands, three windows with shutters. */
export function facade(sketch: Sketch, light: Light): void {
  const { left, right, eaves, frieze, sill } = HOUSE;
  const firm = { press: [0.4, 0.6, 0.35] } as const;
  sketch.take('ink', light.line, 2.4);
  sketch.line([left, eaves + 10], [left - 1, 830], firm).line([right, eaves + 10], [right + 1, 830], firm);
  sketch.line([left, frieze], [right, frieze + 1], firm).line([left, frieze + 7], [right, frieze + 7], firm);
  for (const x of PILASTERS) {
    sketch.take('ink', light.line, 1.8);
    sketch.line([x - 8, frieze + 22], [x - 8, sill], firm).line([x + 8, frieze + 22], [x + 8, sill], firm);
    sketch.take('pen', light.line, 1.4);
    sketch.curve(
      [
        [x - 11, frieze + 8],
        [x - 9, frieze + 15],
        [x - 12, frieze + 20],
      ],
      { speed: 3, stray: 0.2 },
    );
    sketch.curve(
      [
        [x + 11, frieze + 8],
        [x + 9, frieze + 15],
        [x + 12, frieze + 20],
      ],
      { speed: 3, stray: 0.2 },
    );
    sketch.line([x - 12, frieze + 21], [x + 12, frieze + 21], { speed: 3 });
    sketch.arc(x - 5, frieze + 14, 3.4, 3.4, 0, 400, { speed: 2, stray: 0.1 });
    sketch.arc(x + 5, frieze + 14, 3.4, 3.4, 180, -220, { speed: 2, stray: 0.1 });
    sketch.line([x - 3, frieze + 30], [x - 3, sill - 8], { press: [0.1, 0.3, 0.1] });
    sketch.take('pencil', light.graphite, 2).hatch(corners(x + 2, frieze + 30, x + 8, sill - 6), {
      angle: 55,
      gap: 5,
      press: [0.4, 0.6, 0.2],
      speed: 6,
    });
  }
  garlands(sketch, light);
  for (let i = 0; i < 3; i++) upperWindow(sketch, light, (PILASTERS[i]! + PILASTERS[i + 1]!) / 2);
  sketch.take('ink', light.line, 2.4);
  sketch
    .line([left - 3, sill], [right + 3, sill + 1], firm)
    .line([left - 5, sill + 9], [right + 5, sill + 9], firm);
}

/** Plaster garlands between rosettes, under the eaves. */
function garlands(sketch: Sketch, { line, flowers, leaves }: Light): void {
  for (let i = 0; i < 3; i++) {
    const x = (PILASTERS[i]! + PILASTERS[i + 1]!) / 2;
    for (const side of [-1, 1]) {
      const from = x + side * 42;
      sketch.take('marker', side < 0 ? flowers : leaves, 6);
      sketch.curve(
        [
          [from, 341],
          [x + side * 22, 357],
          [x + side * 4, 344],
        ],
        { speed: 4 },
      );
      sketch.take('ink', line, 1.6);
      sketch.curve(
        [
          [from, 340],
          [x + side * 24, 355],
          [x + side * 5, 343],
        ],
        { speed: 3, press: [0.3, 0.8, 0.3] },
      );
      for (let k = 0; k < 4; k++)
        sketch.arc(from - side * (7 + k * 9), 346 + Math.sin((k + 0.8) * 0.9) * 6, 3, 2.6, 200, 480, {
          speed: 2,
          stray: 0.2,
          press: [0.3, 0.5, 0.3],
        });
    }
    sketch.take('pen', line, 1.3).arc(x, 344, 6, 6, 0, 380, { speed: 2.5, stray: 0.2 });
    for (let a = 0; a < 360; a += 60)
      sketch.arc(x + 6 * Math.cos(a / 57.3), 344 + 6 * Math.sin(a / 57.3), 2.4, 2.4, a, a + 330, {
        speed: 2,
        stray: 0.1,
      });
  }
}

/** A tall window: a fanlight, two shutters with louvres, and a balustrade of glazed tiles before it. */
export function upperWindow(sketch: Sketch, light: Light, x: number): void {
  const { line, graphite, shutters, inside, walls } = light;
  const [left, right, top, foot] = [x - 32, x + 32, 426, 588];
  // The marker goes under the lines, whenever it comes.
  sketch.take('marker', shutters, 14, 1);
  sketch.scrub(corners(left + 2, top, right - 2, 548), { angle: 90, gap: 10, inset: 5, speed: 9, stray: 1 });
  sketch
    .take('marker', inside, 10)
    .scrub(corners(left + 8, 402, right - 8, 422), { gap: 8, inset: 4, speed: 6 });
  sketch.take('ink', line, 2);
  sketch.arc(x, top, 33, 33, 180, 360, { ...FIRM, speed: 5 });
  sketch.take('pen', line, 1.3);
  sketch
    .arc(x, top, 27, 27, 182, 358, { ...FINE, speed: 5 })
    .arc(x, top, 9, 9, 180, 360, { ...FINE, speed: 3 });
  for (const angle of [216, 252, 288, 324]) {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    sketch.line([x + 9 * cos, top + 9 * sin], [x + 27 * cos, top + 27 * sin], { ...FINE, speed: 4 });
  }
  sketch.take('ink', line, 1.9).box(left, top, right, 548, FIRM).line([x, top], [x, 548], FIRM);
  for (const [from, to] of [
    [left + 4, x - 4],
    [x + 4, right - 4],
  ] as const) {
    sketch
      .take('pen', line, 1.1)
      .box(from, top + 5, to, 482, FINE)
      .box(from, 488, to, 543, FINE);
    for (let y = top + 11; y < 541; y += 5.4)
      if (y < 479 || y > 490)
        sketch.line([from + 1, y + sketch.shake(0.4)], [to - 1, y + sketch.shake(0.7)], {
          ...FINE,
          speed: 6,
        });
  }
  // The shade of the arch on the shutters.
  sketch.take('pencil', graphite, 2.5, 0.9).hatch(corners(left + 1, top, right - 1, top + 26), {
    angle: 40,
    gap: 5,
    press: [0.5, 0.8, 0.2],
    lean: 12,
    speed: 8,
  });
  sketch.take('marker', walls[0], 12, 1).line([left + 4, 568], [right - 4, 568], { speed: 8 });
  sketch.take('pen', line, 1.5).box(left - 4, 550, right + 4, foot, FIRM);
  sketch.line([left - 4, 556], [right + 4, 556], FINE).line([left - 4, 581], [right + 4, 581], FINE);
  for (let i = 0; i < 7; i++) {
    const at = left + 3 + i * 9.7;
    const baluster = (side: number): Point[] => [
      [at + side * 1.5, 557],
      [at + side * 4, 566],
      [at + side * 1.5, 574],
      [at + side * 3, 580],
    ];
    sketch
      .curve(baluster(-1), { ...FINE, speed: 3, stray: 0.2 })
      .curve(baluster(1), { ...FINE, speed: 3, stray: 0.2 });
  }
}

/** It hangs over the balustrade of the right window: leaves first, and flowers between and above them. */
export function bougainvillea(sketch: Sketch, leaves: string, flowers: string): void {
  for (const [tool, color, size, dabs] of [
    ['ink', leaves, 6, 26],
    ['chalk', flowers, 7, 34],
  ] as const) {
    sketch.take(tool, color, size);
    for (let i = 0; i < dabs; i++) {
      const x = 396 + sketch.shake(38);
      const y = 566 + Math.abs(x - 392) * 0.3 + sketch.shake(16);
      sketch.curve(
        [
          [x, y],
          [x + sketch.shake(5), y + 3 + sketch.shake(4)],
        ],
        { press: [0.6, 0.7, 0.2], speed: 2 },
      );
    }
  }
}
