/** The drawings in the gallery of the pictures. */
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { DAY } from '../../support/painting/house.ts';
import { shophouse } from '../../support/painting/shophouse.ts';
import { BLUE, BRICK, BROAD, drawn, FINE, GRAPHITE, INK, LEAF, MEDIUM, OCHRE, strokesOf } from './hand.ts';
import { bicycles, bukitTimah, changi, kallang, kampong, rainTreeScene } from './places.ts';

export interface Piece {
  readonly title: string;
  /** Hours since its last change. */
  readonly age: number;
  readonly trashed?: boolean;
  /** False: stored through the API and never opened in the studio, which makes the thumbnail. */
  readonly opened?: boolean;
  readonly strokes: readonly Stroke[];
}

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

/** 200 code points, the longest title. */
const LONG =
  'The view from the void deck of Block 12 while the rain came down, with the neighbour’s bicycle, two mynahs, and the uncle who said that it would stop by four, and who was, as it turned out, right again'
    .padEnd(200, '.')
    .slice(0, 200);

/** Newest first. */
export const GALLERY: readonly Piece[] = [
  { title: 'Rain tree, Fort Canning', age: 0.2, strokes: rainTreeScene },
  { title: 'Kallang Basin, low tide', age: 2.4, strokes: kallang },
  { title: 'Shophouses, Koon Seng Road', age: 5.5, strokes: strokesOf(shophouse(DAY)) },
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
