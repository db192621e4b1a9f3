/** Drawings of places, made stroke by stroke. */
import {
  BLUE,
  BRICK,
  BROAD,
  BRUSH,
  drawn,
  FINE,
  GRAPHITE,
  type Hand,
  INK,
  LEAF,
  MEDIUM,
  OCHRE,
} from './hand.ts';

/** A rain tree: a wide crown on a short trunk that forks low. `x` and `y` are the foot. */
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

export const rainTreeScene = drawn(3, (hand) => {
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

export const kallang = drawn(11, (hand) => {
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

export const bukitTimah = drawn(23, (hand) => {
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

export const bicycles = drawn(31, (hand) => {
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

export const changi = drawn(97, (hand) => {
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

export const kampong = drawn(101, (hand) => {
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
