/** A shophouse and the sky above it, painted with every brush, by day on white paper and by night on dark. */
import type { Point } from '../../../src/core/drawing/types.ts';
import { bougainvillea, facade } from './facade.ts';
import { HOUSE, type Light, PILASTERS } from './house.ts';
import { corners, type Mark, Sketch } from './sketch.ts';
import { passerBy, walkway } from './walkway.ts';

/** Drawing units. */
export const SCENE = { width: 600, height: 900 };

/** All marks, in the order in which they are made. */
export function shophouse(light: Light): readonly Mark[] {
  const sketch = new Sketch(15);
  construction(sketch, light);
  sky(sketch, light);
  colours(sketch, light);
  shadows(sketch, light);
  roof(sketch, light);
  neighbours(sketch, light);
  facade(sketch, light);
  walkway(sketch, light);
  finish(sketch, light);
  return sketch.marks;
}

/** Lines to measure by, with the flat of the lead. */
function construction(sketch: Sketch, { graphite }: Light): void {
  const { left, right, eaves, frieze, sill, beam, ground } = HOUSE;
  const light = { press: [0.08, 0.22, 0.06], speed: 11, stray: 0.9, lean: 12 } as const;
  sketch.take('pencil', graphite, 1.5, 0.8);
  for (const y of [eaves, frieze, sill, beam, ground])
    sketch.line(
      [24 + sketch.shake(14), y + sketch.shake(2)],
      [576 + sketch.shake(14), y + sketch.shake(2)],
      light,
    );
  for (const x of [left, right, 300]) sketch.line([x, 236], [x + sketch.shake(2), 850], light);
}

/** Washes laid side by side while they are wet, and clouds lifted out of them. */
function sky(sketch: Sketch, light: Light): void {
  const { sky: blue, skyLow } = light;
  sketch.take('wash', blue, 60, 0.8);
  // Each wash begins where the brush happens to come down, so the edge of the sky is no frame.
  const ends: readonly (readonly [number, number])[] = [
    [150, 430],
    [84, 520],
    [52, 548],
    [60, 540],
    [48, 556],
    [58, 546],
  ];
  ends.forEach(([left, right], i) => {
    const [from, to] = i % 2 === 0 ? [left, right] : [right, left];
    const y = 44 + i * 34;
    const manner = { press: [0.35, 0.6, 0.4], speed: 12, stray: 3, bow: 8 } as const;
    sketch.line([from + sketch.shake(12), y + 3], [to + sketch.shake(12), y - 3], manner);
  });
  // Lower down, the air is warm.
  sketch.take('wash', skyLow, 36, 0.9);
  for (const [left, right] of [
    [46, 128],
    [478, 558],
  ] as const)
    for (const y of [250, 274]) sketch.line([left, y], [right, y + sketch.shake(3)], { speed: 9, stray: 2 });
  // Clouds: paint taken off again, in puffs, down to the paper.
  sketch.take('eraser', light.line, 24);
  for (const [x, y, rx, ry] of [
    [176, 118, 70, 12],
    [158, 98, 30, 18],
    [194, 104, 24, 16],
    [446, 178, 66, 10],
    [430, 160, 28, 17],
    [466, 164, 22, 14],
  ] as const) {
    const puff = Array.from({ length: 16 }, (_, i): Point => {
      const angle = (i * Math.PI) / 8;
      return [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry];
    });
    sketch.scrub(puff, { gap: 9, inset: 2, speed: 6, stray: 1.5 });
  }
}

/** The first washes: of the walls around their windows, the roof, the five-foot way and the ground. */
function colours(sketch: Sketch, { walls, roof: tiles, ground, inside }: Light): void {
  const { left, right, eaves, sill, beam } = HOUSE;
  const laid = { press: [0.5, 0.55, 0.45], speed: 10, stray: 1.2 } as const;
  const across = (y: number, from = left + 12, to = right - 12): void => {
    sketch.line([from, y], [to, y + sketch.shake(2)], laid);
  };
  sketch.take('wash', walls[1], 28, 0.85);
  for (const y of [eaves + 22, eaves + 42, eaves + 62, sill + 14, sill + 36]) across(y);
  for (const x of PILASTERS) {
    const inward = x < 200 ? 6 : x > 400 ? -6 : 0;
    sketch.line([x + inward, eaves + 60], [x + inward, sill + 10], laid);
  }
  for (const [wall, from, to] of [
    [walls[0], 62, left - 14],
    [walls[2], right + 14, 544],
  ] as const) {
    sketch.take('wash', wall, 28, 0.75);
    for (const y of [eaves + 24, eaves + 46, eaves + 66, sill + 8, sill + 28]) across(y, from, to);
    for (const x of [from, to]) sketch.line([x, eaves + 60], [x, sill + 10], laid);
  }
  sketch.take('wash', tiles, 28);
  for (const [y, in_] of [
    [264, 178],
    [284, 168],
    [303, 158],
  ] as const)
    across(y, in_, 600 - in_);
  sketch.take('wash', inside, 34);
  for (let y = beam + 30; y <= 806; y += 25) across(y, 194, 406);
  sketch.take('wash', ground, 30, 0.9);
  for (const [y, from, to] of [
    [842, 78, 540],
    [862, 110, 500],
  ] as const)
    across(y, from, to);
}

/** Second washes over dry ones: the shade under the eaves, the beam and the sill, and of the piers. */
function shadows(sketch: Sketch, { shade }: Light): void {
  const { left, right, eaves, sill, beam } = HOUSE;
  sketch.take('wash', shade, 14, 0.5);
  for (const y of [eaves + 18, eaves + 28]) sketch.line([left + 4, y], [right - 4, y + 1], { speed: 12 });
  sketch.line([left + 6, sill + 18], [right - 4, sill + 18], { speed: 12 });
  for (const x of PILASTERS.slice(0, 3)) sketch.line([x + 13, eaves + 60], [x + 12, sill - 10], { speed: 9 });
  // Deeper and deeper into the house: each wash ends higher up than the one before.
  for (const [size, foot] of [
    [30, 770],
    [26, 728],
    [22, 694],
  ] as const) {
    sketch.take('wash', shade, size, 0.75);
    for (let y = foot; y > beam + 14; y -= size * 0.7)
      sketch.line([184 + size / 2, y], [416 - size / 2, y], { speed: 12 });
  }
  sketch.take('wash', shade, 20, 0.45);
  for (const [y, from, to] of [
    [838, 156, 470],
    [852, 186, 512],
  ] as const)
    sketch.line([from, y], [to, y + 1], { speed: 12 });
}

/** Rows of half-round tiles, and the board under them. */
function roof(sketch: Sketch, { line, roof: tiles }: Light): void {
  const { eaves } = HOUSE;
  sketch.take('dry', tiles, 14);
  for (let i = 0; i <= 12; i++) {
    const [top, foot] = [172 + i * 21.4, 148 + i * 25.4];
    sketch.line([top, 254], [foot, 316], { press: [0.3, 0.7, 0.4], speed: 9 });
  }
  sketch.take('ink', line, 2.2);
  sketch.line([160, 249], [440, 248], { press: [0.4, 0.8, 0.5] });
  sketch
    .line([164, 248], [136, 318], { press: [0.4, 0.6, 0.4] })
    .line([437, 248], [464, 318], { press: [0.4, 0.6, 0.4] });
  sketch.take('pen', line, 1.4);
  for (let i = 0; i <= 26; i++) {
    const [top, foot] = [166 + (i * 268) / 26, 140 + (i * 320) / 26];
    sketch.line([top, 251 + sketch.shake(2)], [foot, 316], { press: [0.15, 0.35, 0.5], stray: 0.8 });
    if (i < 26) sketch.arc(foot + 6.2, 317, 6, 5, 0, 180, { press: [0.4, 0.6, 0.4], speed: 3, stray: 0.2 });
  }
  sketch.take('ink', line, 2);
  sketch.line([138, eaves + 3], [464, eaves + 2], { press: [0.5, 0.8, 0.5] });
  sketch.line([144, eaves + 10], [458, eaves + 10], { press: [0.3, 0.5, 0.3] });
}

/** What stands at either side: only begun, because the eye is to stay in the middle. */
function neighbours(sketch: Sketch, { line, graphite }: Light): void {
  const faint = { press: [0.5, 0.45, 0.08], speed: 9, stray: 0.9 } as const;
  for (const [edge, way] of [
    [142, -1],
    [458, 1],
  ] as const) {
    sketch.take('pen', line, 1.4);
    const to = (far: number): number => edge + way * far;
    sketch.line([to(0), 304], [to(96), 300], faint).line([to(0), 330], [to(100), 332], faint);
    sketch.line([to(4), 362], [to(94), 364], faint).line([to(4), 590], [to(98), 592], faint);
    sketch.line([to(4), 648], [to(86), 650], faint);
    for (let i = 0; i < 6; i++) sketch.line([to(6 + i * 13), 284 + i], [to(10 + i * 14), 302], faint);
    // One window, its shutters half open.
    const [near, far] = [to(26), to(72)];
    sketch.arc((near + far) / 2, 420, 23, 26, 180, 360, { ...faint, press: [0.3, 0.4, 0.3] });
    sketch.box(near, 420, far, 552, { press: [0.3, 0.4, 0.2] });
    sketch.line([to(49), 420], [to(49), 552], faint);
    sketch.take('pencil', graphite, 2);
    for (let y = 430; y < 548; y += 7)
      sketch.line([near, y], [far, y + sketch.shake(1)], { ...faint, lean: 15 });
    // Their five-foot ways: shade alone, which fades away from the house.
    sketch.take('pencil', graphite, 3);
    for (const [reach, gap] of [
      [76, 9],
      [38, 8],
    ] as const)
      sketch.hatch(corners(Math.min(to(8), to(reach)), 662, Math.max(to(8), to(reach)), 812), {
        angle: way * (reach > 40 ? 64 : 48),
        gap,
        press: [0.3, 0.5, 0.08],
        lean: 18,
        speed: 11,
      });
  }
}

/** Dry brush on pavement and clouds, flowers over the balustrade, and chalk last, where the light falls. */
function finish(sketch: Sketch, light: Light): void {
  const { cloud, bright, door, flowers, leaves, line, sky: blue } = light;
  const dragged = { press: [0.15, 0.42, 0.06], speed: 12 } as const;
  sketch.take('dry', cloud, 18, 0.5);
  sketch
    .curve(
      [
        [118, 130],
        [160, 122],
        [228, 131],
      ],
      dragged,
    )
    .curve(
      [
        [392, 187],
        [440, 180],
        [504, 187],
      ],
      dragged,
    );
  sketch
    .take('dry', door, 22, 0.5)
    .line([84, 872], [290, 876], dragged)
    .line([352, 878], [530, 872], dragged);
  bougainvillea(sketch, leaves, flowers);
  passerBy(sketch, light, 506, 858);
  sketch.take('chalk', bright, 10);
  sketch.arc(158, 96, 34, 22, 196, 330, { press: [0.3, 0.7, 0.3], lean: 20, speed: 5 });
  sketch.arc(430, 158, 32, 20, 200, 330, { press: [0.3, 0.7, 0.2], lean: 20, speed: 5 });
  sketch.take('chalk', bright, 4);
  for (const x of PILASTERS) sketch.line([x - 5, 402], [x - 5, 572], { press: [0.2, 0.6, 0.3], speed: 8 });
  sketch.line([176, 253], [380, 252], { press: [0.3, 0.7, 0.1], speed: 10 });
  sketch
    .take('chalk', blue, 8, 0.8)
    .line([200, 850], [330, 853], { press: [0.2, 0.5, 0.1], lean: 30, speed: 9 });
  sketch.take('pen', line, 1.6);
  for (const [x, y] of [
    [312, 92],
    [334, 80],
    [352, 98],
  ] as const)
    sketch.curve(
      [
        [x - 8, y - 3],
        [x - 3, y - 5],
        [x, y],
        [x + 4, y - 6],
        [x + 9, y - 4],
      ],
      { press: [0.2, 0.6, 0.1], speed: 3 },
    );
}
