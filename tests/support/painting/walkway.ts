/** The five-foot way, what stands and hangs in it, and who walks by. */
import type { Point } from '../../../src/core/drawing/types.ts';
import { HOUSE, type Light } from './house.ts';
import { corners, type Sketch } from './sketch.ts';

const FIRM = { press: [0.4, 0.65, 0.35] } as const;

const FINE = { press: [0.25, 0.45, 0.2], stray: 0.4 } as const;

/** The ground floor: piers and a beam, and in their shade the door, two windows, plants and a lantern. */
export function walkway(sketch: Sketch, light: Light): void {
  const { line, door, bright, roof } = light;
  const { left, right, beam, ground } = HOUSE;
  sketch.take('ink', line, 2.4);
  sketch.line([left, beam], [right, beam], FIRM).line([left + 26, beam + 12], [right - 26, beam + 12], FIRM);
  sketch
    .line([left + 26, beam], [left + 26, ground], FIRM)
    .line([right - 26, beam], [right - 26, ground + 2], FIRM);
  sketch.curve(
    [
      [176, 686],
      [184, 666],
      [206, 659],
    ],
    { ...FIRM, speed: 5 },
  );
  sketch.curve(
    [
      [424, 686],
      [416, 666],
      [394, 659],
    ],
    { ...FIRM, speed: 5 },
  );
  sketch.take('pen', line, 1.4);
  for (const x of [left, right - 26]) {
    sketch.box(x - 2, 800, x + 28, ground, FINE).line([x - 2, 694], [x + 28, 694], FINE);
    sketch.line([x - 2, 699], [x + 28, 699], FINE);
    for (let y = 704; y < 798; y += 31) sketch.box(x + 5, y + 2, x + 21, y + 26, FINE);
  }
  signboard(sketch, light);
  // The door: two leaves, and in front of them the low pair that lets the air in.
  sketch
    .take('marker', door, 18, 1)
    .scrub(corners(268, 704, 332, 822), { angle: 90, gap: 13, inset: 7, speed: 9 });
  sketch.take('ink', line, 2).box(264, 700, 336, 824, FIRM).line([300, 702], [300, 822], FIRM);
  sketch.take('pen', line, 1.3);
  for (const x of [269, 304]) sketch.box(x, 708, x + 27, 752, FINE).box(x, 760, x + 27, 816, FINE);
  for (const x of [271, 306])
    sketch.curve(
      [
        [x, 764],
        [x + 11, 758],
        [x + 23, 764],
      ],
      { ...FINE, speed: 3 },
    );
  sketch
    .arc(296, 758, 2.4, 2.4, 0, 380, { speed: 2, stray: 0.1 })
    .arc(304, 758, 2.4, 2.4, 0, 380, { speed: 2, stray: 0.1 });
  for (const x of [196, 350]) {
    sketch.take('ink', line, 1.7).box(x, 712, x + 52, 782, FIRM);
    sketch.take('pen', line, 1.2);
    for (let i = 1; i < 7; i++) sketch.line([x + i * 7.4, 714], [x + i * 7.4, 780], FINE);
    sketch.line([x, 746], [x + 52, 747], FINE);
  }
  // Shade, deepest in the corners.
  sketch.take('pencil', light.shade, 3);
  const deep = { press: [0.5, 0.8, 0.2], lean: 14, speed: 10 } as const;
  sketch.hatch(corners(180, 662, 420, 700), { ...deep, angle: 58, gap: 6 });
  sketch.hatch(corners(180, 662, 262, 716), { ...deep, angle: 118, gap: 8 });
  sketch.hatch(corners(338, 662, 420, 716), { ...deep, angle: 118, gap: 8 });
  sketch
    .take('ink', line, 2.2)
    .line([120, ground], [486, ground + 2], FIRM)
    .line([96, 840], [512, 843], FIRM);
  sketch.take('pen', line, 1.2);
  for (let i = 0; i < 11; i++) sketch.line([150 + i * 30, 828], [140 + i * 32, 840], FINE);
  lantern(sketch, 232, 662, roof, line);
  lantern(sketch, 368, 662, roof, line);
  plant(sketch, light, 214, 822);
  plant(sketch, light, 388, 824);
  sketch.take('chalk', bright, 4).line([152, 704], [152, 796], { press: [0.3, 0.7, 0.3], speed: 7 });
}

/** A board with two characters: "prosperous harmony". */
function signboard(sketch: Sketch, { line, inside, door }: Light): void {
  sketch.take('marker', inside, 20, 0.8).line([246, 622], [354, 622], { speed: 8 });
  sketch.take('ink', line, 2).box(236, 606, 364, 639, FIRM);
  sketch.take('ink', door, 5);
  const brush = (x: number, strokes: readonly (readonly Point[])[]): void => {
    for (const one of strokes)
      sketch.curve(
        one.map(([dx, dy]): Point => [x + dx, 623 + dy]),
        { press: [0.75, 0.5, 0.15], speed: 3, stray: 0.3 },
      );
  };
  brush(268, [
    [
      [-10, -8],
      [2, -9],
    ],
    [
      [-4, -12],
      [-5, 12],
    ],
    [
      [-5, -2],
      [-12, 6],
    ],
    [
      [2, -4],
      [12, -6],
    ],
    [
      [7, -11],
      [7, 10],
    ],
    [
      [0, 4],
      [13, 2],
    ],
  ]);
  brush(332, [
    [
      [-12, -7],
      [-2, -10],
    ],
    [
      [-12, -1],
      [0, -2],
    ],
    [
      [-6, -9],
      [-6, 12],
    ],
    [
      [-6, 0],
      [-12, 8],
    ],
    [
      [4, -5],
      [4, 8],
    ],
    [
      [4, -5],
      [13, -6],
      [12, 8],
    ],
    [
      [4, 7],
      [12, 6],
    ],
  ]);
}

function lantern(sketch: Sketch, x: number, top: number, color: string, line: string): void {
  sketch
    .take('pen', color, 15)
    .line([x - 4, top + 16], [x + 4, top + 16], { speed: 2, press: [0.5, 0.6, 0.5] });
  sketch.take('pen', line, 1.2).line([x, top - 4], [x, top + 7], { speed: 3 });
  sketch.arc(x, top + 16, 12, 9, 0, 372, { speed: 4, stray: 0.3 });
  for (const rx of [4, 8])
    sketch.arc(x, top + 16, rx, 9, 90, 270, { speed: 4 }).arc(x, top + 16, rx, 9, -90, 90, { speed: 4 });
  sketch.line([x, top + 25], [x + 1, top + 34], { press: [0.6, 0.4, 0.05], speed: 3 });
}

/** A potted plant: leaves of one stroke each, swelling and ending in a point. */
function plant(sketch: Sketch, { leaves, shutters, line, roof }: Light, x: number, foot: number): void {
  sketch
    .take('marker', roof, 12, 1)
    .scrub(corners(x - 12, foot - 22, x + 12, foot - 2), { gap: 9, inset: 5, speed: 6 });
  for (const [color, reach] of [
    [leaves, 40],
    [shutters, 30],
  ] as const) {
    sketch.take('ink', color, 7);
    for (let angle = 196; angle <= 344; angle += 24) {
      const a = ((angle + sketch.shake(9)) * Math.PI) / 180;
      const [dx, dy] = [Math.cos(a) * reach, Math.sin(a) * reach];
      sketch.curve(
        [
          [x, foot - 24],
          [x + dx * 0.6, foot - 26 + dy * 0.8],
          [x + dx, foot - 22 + dy * 0.75],
        ],
        {
          press: [0.2, 0.8, 0.05],
          speed: 5,
        },
      );
    }
  }
  sketch.take('pen', line, 1.4);
  sketch.shape(
    [
      [x - 13, foot - 24],
      [x + 13, foot - 24],
      [x + 9, foot],
      [x - 9, foot],
    ],
    { press: [0.4, 0.6, 0.3] },
  );
}

/** Somebody walks by under an umbrella, so that one sees how high the house is. */
export function passerBy(sketch: Sketch, { line, flowers, sky, door }: Light, x: number, foot: number): void {
  sketch.take('ink', sky, 15).curve(
    [
      [x, foot - 62],
      [x - 2, foot - 44],
      [x + 2, foot - 26],
    ],
    { press: [0.25, 0.6, 0.85], speed: 3 },
  );
  sketch.take('ink', line, 4);
  sketch.curve(
    [
      [x - 2, foot - 22],
      [x - 6, foot - 10],
      [x - 12, foot - 1],
    ],
    { press: [0.7, 0.5, 0.4], speed: 3 },
  );
  sketch.curve(
    [
      [x + 4, foot - 22],
      [x + 6, foot - 10],
      [x + 11, foot],
    ],
    { press: [0.7, 0.5, 0.4], speed: 3 },
  );
  sketch.take('pen', door, 8).line([x - 0.5, foot - 72], [x + 0.5, foot - 71], { speed: 1 });
  sketch.take('ink', line, 2).curve(
    [
      [x + 1, foot - 58],
      [x + 9, foot - 48],
      [x + 11, foot - 58],
    ],
    { speed: 3 },
  );
  sketch.line([x + 12, foot - 54], [x + 7, foot - 104], { speed: 5 });
  const brim: Point[] = Array.from({ length: 13 }, (_, i) => [
    x + 6 + Math.cos(Math.PI + (i * Math.PI) / 12) * 32,
    foot - 84 + Math.sin(Math.PI + (i * Math.PI) / 12) * 20,
  ]);
  sketch
    .take('pen', flowers, 5)
    .scrub(brim, { gap: 4, inset: 2, speed: 4, press: [0.5, 0.6, 0.5], stray: 0.2 });
  sketch.take('pen', line, 1.3).arc(x + 6, foot - 84, 33, 21, 180, 360, { speed: 4 });
  for (const dx of [-22, 0, 22])
    sketch.arc(x + 6 + dx, foot - 84, 11, 4, 180, 360, { speed: 2.5, stray: 0.2 });
  sketch
    .line([x + 6, foot - 105], [x - 4, foot - 87], { speed: 3 })
    .line([x + 6, foot - 105], [x + 17, foot - 87], { speed: 3 });
}
