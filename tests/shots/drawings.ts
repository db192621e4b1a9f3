/** What hangs in the gallery of the pictures: drawings of places, made stroke by stroke. */
import type { Stroke } from '../../src/core/drawing/types.ts';
import { BLUE, BRICK, BROAD, BRUSH, FINE, GRAPHITE, Hand, INK, LEAF, MEDIUM, OCHRE } from './hand.ts';

export interface Piece {
  readonly title: string;
  /** Hours since it was last drawn on. */
  readonly age: number;
  readonly trashed?: boolean;
  /** false: put through the API, and never opened in the studio, which makes the thumbnail. */
  readonly opened?: boolean;
  readonly strokes: readonly Stroke[];
}

function drawn(seed: number, draw: (hand: Hand) => void): readonly Stroke[] {
  const hand = new Hand(seed);
  draw(hand);
  return hand.strokes;
}

/** A rain tree: a wide crown on a short trunk that forks low. `x` and `y`: the foot. */
function rainTree(hand: Hand, x: number, y: number, scale: number): void {
  const at = (dx: number, dy: number): [number, number] => [x + dx * scale, y + dy * scale];
  hand.take(LEAF, BROAD);
  for (const [dx, dy, w, h] of [
    [-170, -250, 190, 90],
    [0, -300, 230, 110],
    [180, -245, 190, 90],
    [-70, -225, 170, 70],
    [100, -215, 170, 70],
  ] as const) {
    hand.leaves(...at(dx, dy), w * scale, h * scale, 18);
  }
  hand.take(INK, MEDIUM);
  hand.line([at(-24, 0), at(-14, -60), at(-22, -110), at(-80, -160), at(-150, -205)]);
  hand.line([at(24, 0), at(16, -60), at(26, -112), at(84, -160), at(160, -205)]);
  hand.line([at(-8, -118), at(-2, -160), at(-26, -230)]);
  hand.line([at(10, -120), at(8, -165), at(34, -240)]);
  hand.line([at(-150, -205), at(-196, -216), at(-240, -212)]);
  hand.line([at(160, -205), at(200, -214), at(250, -208)]);
  hand.take(GRAPHITE, FINE);
  hand.hatch({ x: x - 14 * scale, y: y - 100 * scale, width: 20 * scale, height: 92 * scale }, 5 * scale);
}

const rainTreeScene = drawn(3, (hand) => {
  hand.take(OCHRE, BROAD).circle(830, 120, 46);
  rainTree(hand, 440, 560, 1.35);
  hand.take(INK, MEDIUM);
  hand.line([
    [60, 566],
    [240, 556],
    [420, 566],
    [640, 558],
    [940, 566],
  ]);
  hand.take(GRAPHITE, FINE).ripples({ x: 200, y: 580, width: 520, height: 54 }, 5);
  hand.take(BRICK, MEDIUM);
  hand.dash([690, 500], [830, 500]).dash([690, 516], [830, 516]);
  hand.dash([706, 518], [700, 560]).dash([814, 518], [820, 560]);
  hand.dash([694, 470], [826, 470]).dash([700, 470], [700, 500]).dash([822, 470], [822, 500]);
  hand.take(LEAF, FINE);
  for (let x = 80; x < 940; x += 46) {
    hand.line([
      [x, 600 + hand.shake(14)],
      [x + 4, 586 + hand.shake(6)],
      [x + 12, 578 + hand.shake(6)],
    ]);
  }
});

const kallang = drawn(11, (hand) => {
  hand.take(OCHRE, BRUSH).circle(760, 150, 54);
  hand.take(GRAPHITE, FINE);
  const blocks = [60, 120, 168, 250, 300, 372, 430, 520, 560, 640, 720, 800, 860];
  blocks.forEach((x, i) => {
    const height = 60 + ((i * 67) % 130);
    const width = 38 + ((i * 29) % 26);
    hand.dash([x, 380], [x, 380 - height]).dash([x, 380 - height], [x + width, 380 - height]);
    hand.dash([x + width, 380 - height], [x + width, 380]);
    if (i % 2 === 0) hand.hatch({ x: x + 4, y: 386 - height, width: width - 8, height: height - 10 }, 9);
  });
  hand.take(INK, MEDIUM).line([
    [30, 384],
    [280, 380],
    [560, 386],
    [960, 381],
  ]);
  hand.take(BLUE, MEDIUM).ripples({ x: 40, y: 410, width: 900, height: 250 }, 11);
  hand.take(INK, MEDIUM);
  hand.line([
    [300, 520],
    [340, 556],
    [430, 562],
    [520, 552],
    [556, 514],
  ]);
  hand.dash([300, 520], [556, 514]).dash([424, 518], [424, 330]);
  hand.take(BRICK, BROAD);
  hand.line([
    [430, 336],
    [500, 400],
    [540, 498],
  ]);
  hand.dash([540, 498], [432, 498]);
  hand.take(BRICK, MEDIUM).hatch({ x: 436, y: 420, width: 70, height: 74 }, 12, 10);
});

function shophouse(hand: Hand, x: number, color: string, height: number): void {
  const width = 190;
  const top = 600 - height;
  hand.take(INK, MEDIUM).box({ x, y: top, width, height });
  hand.take(BRICK, MEDIUM);
  hand.shape([
    [x - 8, top],
    [x + 20, top - 50],
    [x + width - 20, top - 50],
    [x + width + 8, top],
  ]);
  hand.hatch({ x: x + 18, y: top - 46, width: width - 36, height: 42 }, 13, -4);
  for (let i = 0; i < 3; i++) {
    const left = x + 18 + i * 56;
    hand.take(color, MEDIUM).box({ x: left, y: top + 44, width: 40, height: 96 });
    hand.take(color, FINE);
    for (let y = top + 56; y < top + 134; y += 12) hand.dash([left + 4, y], [left + 36, y], 0.8);
    hand.take(OCHRE, FINE).line([
      [left, top + 40],
      [left + 20, top + 24],
      [left + 40, top + 40],
    ]);
  }
  hand
    .take(INK, FINE)
    .dash([x, top + 168], [x + width, top + 168])
    .dash([x, top + 178], [x + width, top + 178]);
  hand.take(color, BROAD).hatch({ x: x + 70, y: top + 200, width: 52, height: height - 204 }, 12);
  hand.take(INK, MEDIUM).box({ x: x + 66, y: top + 196, width: 60, height: height - 196 });
  hand.take(GRAPHITE, FINE).box({ x: x + 12, y: top + 206, width: 40, height: 60 });
  hand.box({ x: x + 140, y: top + 206, width: 40, height: 60 });
}

const shophouses = drawn(7, (hand) => {
  shophouse(hand, 60, BLUE, 360);
  shophouse(hand, 262, LEAF, 376);
  shophouse(hand, 466, OCHRE, 356);
  shophouse(hand, 668, BRICK, 370);
  hand.take(INK, MEDIUM).line([
    [20, 604],
    [300, 600],
    [620, 606],
    [930, 602],
  ]);
  hand.take(GRAPHITE, FINE).ripples({ x: 40, y: 620, width: 880, height: 40 }, 4);
});

const bukitTimah = drawn(23, (hand) => {
  hand.take(GRAPHITE, MEDIUM).line([
    [40, 380],
    [190, 300],
    [320, 350],
    [480, 250],
    [640, 340],
    [780, 280],
    [940, 360],
  ]);
  hand.take(BLUE, MEDIUM).line([
    [40, 440],
    [160, 390],
    [300, 300],
    [420, 200],
    [500, 176],
    [590, 236],
    [700, 330],
    [820, 392],
    [950, 430],
  ]);
  hand.take(BLUE, FINE);
  for (let i = 0; i < 17; i++) {
    const x = 470 + i * 22;
    hand.dash([x, 220 + i * 11], [x - 34, 320 + i * 8]);
  }
  hand.take(LEAF, BROAD);
  for (let x = 90; x < 940; x += 108) hand.leaves(x, 500 + hand.shake(16), 96, 58, 11);
  hand.take(INK, MEDIUM).line([
    [30, 560],
    [300, 548],
    [620, 560],
    [960, 550],
  ]);
  hand.take(OCHRE, BROAD);
  for (let x = 80; x < 900; x += 150) hand.dash([x, 610], [x + 80, 608]);
  hand.take(GRAPHITE, FINE).line([
    [30, 660],
    [420, 650],
    [960, 664],
  ]);
});

const bicycles = drawn(31, (hand) => {
  hand.take(BLUE, MEDIUM).ripples({ x: 40, y: 250, width: 900, height: 110 }, 6);
  hand.take(OCHRE, BROAD).line([
    [30, 400],
    [360, 388],
    [640, 398],
    [960, 386],
  ]);
  hand.take(INK, MEDIUM);
  hand.sketch('bicycle', 10, { x: 90, y: 400, width: 330, height: 220 });
  hand.take(BRICK, MEDIUM).sketch('bicycle', 9, { x: 540, y: 420, width: 340, height: 220 });
  hand.take(INK, MEDIUM).line([
    [700, 400],
    [690, 280],
    [704, 180],
    [740, 100],
  ]);
  hand.take(LEAF, BROAD);
  for (const [dx, dy] of [
    [-130, 10],
    [-96, -46],
    [-20, -70],
    [70, -56],
    [120, 6],
    [96, 60],
    [-84, 66],
  ] as const) {
    hand.line([
      [740, 100],
      [740 + dx * 0.6, 92 + dy * 0.7 - 14],
      [740 + dx, 100 + dy],
    ]);
  }
  hand.take(GRAPHITE, FINE).ripples({ x: 60, y: 630, width: 860, height: 40 }, 4);
});

const frangipani = drawn(41, (hand) => {
  const stems = [
    [1, 90, 40, 190, BRICK],
    [2, 380, 60, 200, OCHRE],
    [22, 690, 30, 190, BRICK],
    [4, 250, 250, 170, BLUE],
    [14, 580, 240, 170, BRICK],
  ] as const;
  hand.take(LEAF, MEDIUM);
  for (const [, x, y, size] of stems) {
    hand.line([
      [x + size / 2, y + size],
      [x + size / 2 + 14, (y + size + 600) / 2],
      [500 + (x - 400) * 0.12, 640],
    ]);
    const middle = (y + size + 640) / 2;
    const centre = (x + size / 2 + 500) / 2;
    hand.line([
      [centre, middle],
      [centre + 46, middle - 40],
      [centre + 92, middle - 34],
      [centre + 48, middle - 8],
      [centre, middle],
    ]);
  }
  for (const [number, x, y, size, color] of stems) {
    hand.take(color, MEDIUM).sketch('flower', number, { x, y, width: size, height: size });
  }
  hand.take(INK, MEDIUM);
  hand.line([
    [420, 610],
    [438, 700],
    [500, 712],
    [566, 700],
    [584, 608],
  ]);
  hand.line([
    [416, 610],
    [500, 622],
    [588, 608],
  ]);
});

const cats = drawn(53, (hand) => {
  const places = [
    [3, 60, 60, 230, INK],
    [16, 380, 70, 220, OCHRE],
    [19, 700, 60, 220, INK],
    [18, 100, 390, 300, GRAPHITE],
    [7, 540, 420, 380, BRICK],
  ] as const;
  for (const [number, x, y, size, color] of places) {
    hand.take(color, MEDIUM).sketch('cat', number, { x, y, width: size, height: size * 0.9 });
  }
  hand.take(INK, FINE).line([
    [40, 690],
    [400, 684],
    [960, 692],
  ]);
});

const fruit = drawn(61, (hand) => {
  const apples = [3, 7, 12, 16, 18, 27, 23, 31];
  apples.forEach((number, i) => {
    const x = 90 + (i % 4) * 215;
    const y = 110 + Math.floor(i / 4) * 270;
    const color = [BRICK, OCHRE, LEAF, BRICK, LEAF, BRICK, OCHRE, BRICK][i]!;
    hand.take(color, BROAD).sketch('apple', number, { x, y, width: 160, height: 170 });
    hand.take(GRAPHITE, FINE).hatch({ x: x + 96, y: y + 74, width: 44, height: 66 }, 9, 14);
    hand.take(GRAPHITE, FINE).ripples({ x: x - 6, y: y + 178, width: 180, height: 16 }, 3);
  });
});

const ahMa = drawn(71, (hand) => {
  hand.take(INK, MEDIUM).sketch('face', 27, { x: 220, y: 40, width: 540, height: 520 });
  hand.take(BLUE, MEDIUM);
  hand.circle(436, 262, 50).circle(560, 262, 50);
  hand.line([
    [486, 258],
    [498, 250],
    [510, 258],
  ]);
  hand.take(BRICK, BROAD);
  hand.line([
    [250, 700],
    [300, 610],
    [420, 576],
    [500, 600],
    [600, 574],
    [700, 612],
    [748, 700],
  ]);
  hand.take(OCHRE, MEDIUM);
  for (let x = 330; x < 700; x += 56) hand.circle(x, 664 + hand.shake(10), 14);
});

const busker = drawn(83, (hand) => {
  hand.take(OCHRE, BROAD).sketch('guitar', 2, { x: 220, y: 60, width: 560, height: 540 });
  hand.take(GRAPHITE, FINE).ripples({ x: 160, y: 620, width: 680, height: 50 }, 5);
  hand.take(BLUE, MEDIUM);
  for (const [x, y] of [
    [160, 180],
    [240, 90],
    [800, 420],
  ] as const) {
    hand.circle(x, y + 60, 16).dash([x + 16, y + 60], [x + 18, y]);
    hand.line([
      [x + 18, y],
      [x + 36, y + 10],
      [x + 40, y + 28],
    ]);
  }
});

const changi = drawn(97, (hand) => {
  hand.take(INK, MEDIUM).sketch('airplane', 17, { x: 120, y: 110, width: 520, height: 240 });
  hand.take(GRAPHITE, MEDIUM).sketch('airplane', 2, { x: 640, y: 60, width: 260, height: 90 });
  hand.take(BLUE, MEDIUM);
  for (const [x, y] of [
    [110, 60],
    [480, 420],
    [760, 260],
  ] as const) {
    hand.line([
      [x, y + 40],
      [x + 20, y],
      [x + 60, y - 12],
      [x + 96, y + 6],
      [x + 130, y + 2],
      [x + 160, y + 40],
    ]);
  }
  hand.take(OCHRE, BROAD).dash([60, 600], [940, 592]);
  hand.take(GRAPHITE, FINE).ripples({ x: 60, y: 620, width: 880, height: 46 }, 4);
});

const kampong = drawn(101, (hand) => {
  hand.take(INK, MEDIUM).sketch('house', 6, { x: 110, y: 240, width: 330, height: 330 });
  hand.take(BRICK, MEDIUM).sketch('house', 34, { x: 560, y: 280, width: 300, height: 290 });
  hand.take(LEAF, BROAD).sketch('tree', 11, { x: 420, y: 150, width: 200, height: 420 });
  hand.take(OCHRE, BROAD).circle(860, 120, 44);
  hand.take(LEAF, FINE);
  for (let x = 60; x < 950; x += 30) {
    hand.line([
      [x, 594 + hand.shake(8)],
      [x + 3, 578 + hand.shake(6)],
      [x + 10, 570 + hand.shake(6)],
    ]);
  }
  hand.take(INK, MEDIUM).line([
    [40, 600],
    [480, 592],
    [960, 602],
  ]);
});

const dog = drawn(113, (hand) => {
  hand.take(INK, BROAD).sketch('dog', 2, { x: 260, y: 80, width: 460, height: 520 });
  hand.take(BRICK, BROAD).line([
    [360, 590],
    [490, 624],
    [620, 588],
  ]);
});

const note = drawn(127, (hand) => {
  hand.take(BLUE, MEDIUM).line([
    [300, 330],
    [340, 270],
    [390, 262],
    [420, 306],
    [396, 340],
    [380, 312],
    [420, 268],
    [480, 260],
    [520, 300],
    [500, 336],
    [484, 308],
    [530, 266],
    [600, 262],
    [660, 300],
  ]);
});

/** 200 code points, the most that a title may be. */
const LONG =
  'The view from the void deck of Block 12 while the rain came down, with the neighbour’s bicycle, two mynahs, and the uncle who said that it would stop by four, and who was, as it turned out, right again'
    .padEnd(200, '.')
    .slice(0, 200);

/** Newest first. */
export const GALLERY: readonly Piece[] = [
  { title: 'Rain tree, Fort Canning', age: 0.2, strokes: rainTreeScene },
  { title: 'Kallang Basin, low tide', age: 2.4, strokes: kallang },
  { title: 'Shophouses, Koon Seng Road', age: 5.5, strokes: shophouses },
  { title: 'Cats of Joo Chiat', age: 26, strokes: cats },
  { title: 'Bukit Timah from the bus', age: 29, strokes: bukitTimah },
  { title: 'Bicycles, East Coast Park', age: 51, strokes: bicycles },
  { title: 'Frangipani', age: 76, strokes: frangipani },
  { title: 'Ah Ma, Sunday lunch', age: 98, strokes: ahMa },
  { title: 'Changi, waiting', age: 122, strokes: changi },
  { title: 'Fruit at Tekka', age: 150, strokes: fruit },
  { title: LONG, age: 400, strokes: kampong },
  { title: '福康宁山的雨树，和树下等雨停的人们 🌧️', age: 640, strokes: rainTreeScene },
  { title: 'Busker_at_Orchard_MRT_exit_B_underpass_final_final', age: 700, strokes: busker },
  { title: '', age: 1500, strokes: note },
  { title: 'Sent by a script', age: 9000, strokes: dog, opened: false },
  { title: 'Test of the new pen', age: 3, strokes: note, trashed: true },
  { title: 'Rain, unfinished', age: 60, strokes: dog, trashed: true },
];
