import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stroke as plain } from '../../../tests/support/drawing/any-stroke.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import type { Veil } from '../brush/field/paint-coats.ts';
import { type FrameStep, Frames } from '../input/frames.ts';
import type { Rasteriser, TileImage } from './rasteriser.ts';
import { type Cell, TILE } from './tile-grid.ts';
import { TileRenderer } from './tile-renderer.ts';

/** One call of a canvas method. */
type Call = readonly [name: string, ...numbers: number[]];

class Context {
  readonly calls: Call[] = [];
  imageSmoothingEnabled = true;
  readonly canvas: Canvas;

  constructor(canvas: Canvas) {
    this.canvas = canvas;
  }

  #note(name: string, args: readonly unknown[]): void {
    this.calls.push([name, ...args.filter((arg) => typeof arg === 'number')]);
  }

  clearRect(...args: number[]): void {
    this.#note('clearRect', args);
  }

  drawImage(_image: unknown, ...args: number[]): void {
    this.#note('drawImage', args);
  }

  stroke(): void {
    this.#note('stroke', []);
  }

  rect(...args: number[]): void {
    this.#note('rect', args);
  }

  clip(): void {
    this.#note('clip', []);
  }

  createImageData(width: number, height: number): { data: Uint8ClampedArray } {
    return { data: new Uint8ClampedArray(4 * width * height) };
  }

  getImageData(_x: number, _y: number, width: number, height: number): { data: Uint8ClampedArray } {
    return this.createImageData(width, height);
  }

  putImageData(_image: unknown, ...args: number[]): void {
    this.#note('putImageData', args);
  }

  save(): void {}
  restore(): void {}
  setTransform(): void {}
  beginPath(): void {}
  moveTo(): void {}
  lineTo(..._at: number[]): void {}
  arc(): void {}
  fill(): void {
    this.#note('stroke', []);
  }
}

class Canvas {
  width = 0;
  height = 0;
  readonly dataset: Record<string, string> = {};
  readonly context = new Context(this);
  getContext = () => this.context;
  addEventListener(type: string, run: () => void): void {
    if (type === 'contextrestored') this.restored = run;
  }
  /** The handler for a canvas that comes back blank. */
  restored = () => {};
}

/** A rasteriser that answers when the test says so. */
class Worker implements Rasteriser {
  readonly free = true;
  readonly busyWith = [];
  readonly waiting: {
    readonly cell: Cell;
    readonly done: (image: TileImage) => void;
    readonly veil: Veil | undefined;
  }[] = [];
  read = () => false;
  change(): void {}
  layers(): void {}
  order(
    cell: Cell,
    _coats: () => readonly (readonly Stroke[])[],
    done: (image: TileImage) => void,
    veil?: Veil,
  ): void {
    this.waiting.push({ cell, done, veil });
  }
  destroy(): void {}

  /** Answers the requests for which `is` returns true, and returns the pictures. */
  answer(is: (cell: Cell) => boolean = () => true): Context[] {
    const due = this.waiting.filter(({ cell }) => is(cell));
    return due.map((one) => {
      this.waiting.splice(this.waiting.indexOf(one), 1);
      const canvas = new Canvas();
      const image: unknown = canvas;
      if (image instanceof HTMLCanvasElement) one.done(image);
      return canvas.context;
    });
  }
}

let frames: (() => void)[];
let worker: Worker;
/** The step of a frame that comes before the picture, and what it does. */
let input: FrameStep;
let takeInput: () => void;
let renderer: TileRenderer;
let surface: Context;

function frame(): number {
  const due = frames.splice(0);
  for (const run of due) run();
  return due.length;
}

/** Runs frames and answers until nothing more happens. */
function settle(): void {
  for (let i = 0; i < 20 && (frame() > 0 || worker.waiting.length > 0); i++) worker.answer();
}

const dash = (n: number, x = 100, y = 100): Stroke => ({
  ...plain(n),
  points: [
    [x, y],
    [x + 50, y],
  ],
});
/** Strokes in every tile. */
const under = Array.from({ length: 900 }, (_, n) =>
  dash(n, 60 * (n % 30) - 100, 40 * Math.floor(n / 30) - 100),
);
const [first] = under;

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  const made: Canvas[] = [];
  vi.stubGlobal('document', { createElement: () => made[made.push(new Canvas()) - 1] });
  vi.stubGlobal('HTMLCanvasElement', Canvas);
  vi.stubGlobal('CanvasRenderingContext2D', Context);
  vi.stubGlobal('ImageBitmap', class {});
  worker = new Worker();
  const steps = new Frames();
  takeInput = () => {};
  input = steps.step(() => takeInput());
  renderer = new TileRenderer(steps, () => worker);
  // The first canvas made is the visible one.
  surface = made[0]!.context;
  renderer.resize({ width: 1000, height: 700 }, 1);
  renderer.setStrokes(under);
  vi.advanceTimersByTime(1_000);
  settle();
  expect(renderer.settled).toBe(true);
  surface.calls.length = 0;
});
afterEach(() => {
  renderer.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const names = () => surface.calls.splice(0).map(([name]) => name);

describe('ink: the picture of the drawing', () => {
  test('a finished stroke is laid onto the screen, and its tiles wait until the hand rests', () => {
    renderer.isDrawing = true;
    renderer.setStrokes([...under, dash(100)]);
    renderer.isDrawing = false;
    renderer.isDrawing = true;
    // The next frame already has the next stroke to show.
    expect([names(), frame()]).toEqual([['drawImage'], 0]);
    expect(renderer.settled).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect([names(), frame()]).toEqual([[], 0]);
    renderer.isDrawing = false;
    vi.advanceTimersByTime(119);
    expect(names()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(names()[0]).toBe('clearRect');
    settle();
    expect(renderer.settled).toBe(true);
  });

  test('of tiles that come meanwhile, their parts show what was laid, and the rest of the screen keeps it', () => {
    renderer.setCamera({ x: 300, y: 200, zoom: 2 });
    frame();
    vi.advanceTimersByTime(100);
    frame();
    const { x, y } = worker.waiting[0]!.cell;
    surface.calls.length = 0;
    renderer.isDrawing = true;
    // Across two tiles.
    renderer.setStrokes([...under, dash(100, ((x + 1) * TILE - 50) / 2, (y * TILE + 60) / 2)]);
    expect(names()).toEqual(['drawImage']);
    const pictures = worker.answer((one) => one.y === y && (one.x === x || one.x === x + 1));
    // However long that takes, visible strokes must not disappear.
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    frame();
    clock.mockRestore();
    expect(names()).toEqual(['clearRect', 'drawImage', 'clearRect', 'drawImage']);
    expect(pictures.map(({ calls }) => calls.some(([name]) => name === 'putImageData'))).toEqual([
      true,
      true,
    ]);
  });

  test('the view that moves shows it too, and what was laid is not forgotten', () => {
    renderer.isDrawing = true;
    renderer.setStrokes([...under, dash(100)]);
    renderer.isDrawing = false;
    renderer.setCamera({ x: 5, y: 0, zoom: 1 });
    frame();
    expect(names()).toContain('drawImage');
    expect(names()).not.toContain('stroke');
    vi.advanceTimersByTime(10_000);
    settle();
    expect(renderer.settled).toBe(true);
  });

  test('after thousands of points, after an erased stroke, or with one under others, the whole picture is made at once', () => {
    const long = { ...dash(100), points: Array.from({ length: 5_000 }, (_, i) => [i / 10, 100] as const) };
    renderer.isDrawing = true;
    renderer.setStrokes([...under, long]);
    frame();
    expect(names()[0]).toBe('clearRect');
    renderer.setStrokes([...under.slice(1), long]);
    frame();
    expect(names()[0]).toBe('clearRect');
    renderer.setStrokes([first!, ...under.slice(1), long]);
    frame();
    expect(names()[0]).toBe('clearRect');
  });

  test('washes that an erased stroke had parted are shown as one, also far from it', () => {
    const [below, above] = [dash(0), dash(1)].map((one, at): Stroke => ({ ...one, tool: 'wash', at }));
    const parts = dash(2, 600, 500);
    renderer.setStrokes([...under, below!, parts, above!]);
    vi.advanceTimersByTime(1_000);
    settle();
    // The eraser first, and then the list that has it.
    renderer.swap([{ stroke: parts, by: [] }]);
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
    renderer.setStrokes([...under, below!, above!]);
    expect(renderer.lacking.length).toBeGreaterThan(0);
    vi.advanceTimersByTime(1_000);
    settle();
    expect([renderer.settled, renderer.lacking]).toEqual([true, []]);
  });

  test('of a tile that comes, only its own part of the screen is drawn; of one that is not seen, nothing', () => {
    renderer.setCamera({ x: 300, y: 200, zoom: 2 });
    frame();
    vi.advanceTimersByTime(100);
    frame();
    const parts: Call[] = [];
    const drawn: Call[] = [];
    const waiting = worker.waiting.slice();
    for (const { cell } of waiting) {
      const [left, top] = [cell.x * TILE - 600, cell.y * TILE - 400];
      const part = [Math.max(0, left), Math.max(0, top)] as const;
      const [right, bottom] = [Math.min(1000, left + TILE), Math.min(700, top + TILE)];
      const isSeen = cell.scale === 2 && right > part[0] && bottom > part[1];
      if (isSeen) parts.push(['clearRect', ...part, right - part[0], bottom - part[1]]);
      surface.calls.length = 0;
      worker.answer((one) => one === cell);
      expect(frame()).toBe(isSeen ? 1 : 0);
      drawn.push(...surface.calls.filter(([name]) => name === 'clearRect'));
    }
    expect(parts.length).toBeGreaterThan(4);
    expect(drawn).toEqual(parts);
    expect(renderer.settled).toBe(true);
  });

  test('what is rubbed out is drawn anew when that pauses; what is held, not before the end of the gesture', () => {
    const tip = { ...dash(0), tool: 'eraser', size: 12 };
    const cut = under[92]!;
    const first = ({ scale, x, y }: Cell) => scale === 1 && x === 0 && y === 0;
    const ordered = () => worker.waiting.filter(({ cell }) => first(cell)).length;
    const pause = () => {
      for (let i = 0; i < 10; i++) {
        frame();
        vi.advanceTimersByTime(100);
      }
    };
    for (const holds of [false, true]) {
      // Another stroke of the tile is cut: the tile needs a new picture.
      renderer.rub(tip, holds);
      renderer.swap([{ stroke: cut, by: [dash(100, 20, 20)] }]);
      pause();
      expect(ordered()).toBe(holds ? 0 : 1);
      renderer.endRub();
      pause();
      expect(ordered()).toBe(1);
      renderer.setStrokes([...under]);
      vi.advanceTimersByTime(1_000);
      settle();
      expect(renderer.settled).toBe(true);
    }
    // Nothing came of it: the strokes are as they were, and the tiles show them again.
    renderer.rub(tip, true);
    frame();
    pause();
    expect(ordered()).toBe(0);
    renderer.endRub();
    expect(renderer.settled).toBe(false);
    pause();
    expect(ordered()).toBe(1);
    settle();
    expect(renderer.settled).toBe(true);
  });

  test('the way of a tip is rubbed out of tiles there alone, and of a tile that waits for the next frame only there', () => {
    const read = vi.spyOn(Context.prototype, 'getImageData');
    const drawn = vi.spyOn(Context.prototype, 'lineTo');
    const tip = { ...dash(0, TILE - 25), tool: 'eraser', size: 12 };
    const painted = () => surface.calls.splice(0).filter(([name]) => name === 'clearRect');
    const clear = ({ left, right }: { left: number; right: number }): Call[] => [
      ['clearRect', left, expect.any(Number), right - left, expect.any(Number)],
    ];
    let now = performance.now();
    // A slow device: one tile in each frame.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    renderer.rub(tip, false);
    frame();
    expect(painted()).toEqual(clear({ left: TILE - 33, right: TILE + 33 }));
    frame();
    expect(painted()).toEqual(clear({ left: TILE, right: TILE + 33 }));
    clock.mockRestore();
    // On each tile at its own place, and no picture is read back for it.
    expect(drawn.mock.calls).toEqual([
      [TILE - 25, 100],
      [TILE + 25, 100],
      [-25, 100],
      [25, 100],
    ]);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    drawn.mockRestore();
    expect(renderer.settled).toBe(false);
    renderer.endRub();
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
  });

  test('of a frame whose input took long, one tile has the rest', () => {
    const tip = { ...dash(0, TILE - 25), tool: 'eraser', size: 12 };
    const updated = vi.spyOn(Context.prototype, 'arc');
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.01));
    const rub = (ms: number) => {
      takeInput = () => {
        now += ms;
        renderer.rub(tip, false);
      };
      input.ask();
      frame();
      return updated.mock.calls.splice(0).length;
    };
    expect(rub(2)).toBe(2);
    expect(rub(10)).toBe(1);
    takeInput = () => {};
    // Nothing took its time from the next one.
    frame();
    expect([updated.mock.calls.splice(0).length, frame()]).toEqual([1, 0]);
    clock.mockRestore();
    updated.mockRestore();
  });

  test('where it lacks moved strokes, all of the view at first and then the tiles that had to wait, is known', () => {
    const old = dash(100, TILE - 25);
    renderer.setStrokes([...under, old]);
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.lacking).toEqual([]);
    const painted = vi.fn();
    renderer.onPainted = painted;
    let now = performance.now();
    // One tile in each frame.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 30));
    renderer.remove([old]);
    renderer.setStrokes([...under, dash(101, TILE - 25, 120)]);
    expect(renderer.lacking).toEqual([{ left: 0, top: 0, right: 1000, bottom: 700 }]);
    frame();
    expect(renderer.lacking).toEqual([{ left: TILE, top: 0, right: 2 * TILE, bottom: TILE }]);
    frame();
    clock.mockRestore();
    expect(renderer.lacking).toEqual([]);
    expect(painted).toHaveBeenCalledTimes(2);
  });

  test('strokes that are laid onto the screen lack nowhere, and too many to tell everywhere until their tiles come', () => {
    renderer.setStrokes(under.slice(1));
    vi.advanceTimersByTime(1_000);
    settle();
    renderer.setStrokes([...under.slice(1), first!]);
    expect(renderer.lacking).toEqual([]);
    vi.advanceTimersByTime(1_000);
    settle();
    renderer.setStrokes(under.map((stroke) => ({ ...stroke })));
    frame();
    expect(renderer.lacking.length).toBeGreaterThan(1);
    worker.answer(({ x, y }) => x === 1 && y === 1);
    frame();
    const { length } = renderer.lacking;
    expect(renderer.lacking).not.toContainEqual({ left: TILE, top: TILE, right: 2 * TILE, bottom: 2 * TILE });
    settle();
    expect([length > 0, renderer.lacking]).toEqual([true, []]);
  });

  test('a tile that was updated a frame late gets its new picture too', () => {
    // In the second tile alone, and too much for a frame.
    const points = Array.from({ length: 3_000 }, (_, i) => [TILE + 20 + i / 20, 100] as const);
    const many = { ...dash(100), points };
    renderer.setStrokes([...under, many, dash(101, TILE - 25)]);
    frame();
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
    let now = performance.now();
    // One tile in each frame.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    renderer.setStrokes([...under, many]);
    frame();
    frame();
    clock.mockRestore();
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
  });

  test('a picture that comes after more was erased in its tile is followed by another one', () => {
    // In the second tile alone, and too much for a frame.
    const points = Array.from({ length: 3_000 }, (_, i) => [TILE + 20 + i / 20, 100] as const);
    const many = { ...dash(100), points };
    const [one, other] = [dash(101, TILE + 40), dash(102, TILE + 60)];
    renderer.setStrokes([...under, many, one, other]);
    frame();
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
    renderer.setStrokes([...under, many, other]);
    frame();
    vi.advanceTimersByTime(1_000);
    expect(worker.waiting.some(({ cell }) => cell.x === 1 && cell.y === 0)).toBe(true);
    renderer.setStrokes([...under, many]);
    frame();
    worker.answer();
    frame();
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
  });

  test('where frames fall behind while the zoom changes, the screen has a quarter of the pixels until it rests', () => {
    let reached = 1;
    const { canvas } = surface;
    /** Zooms in so many frames of so many ms. Returns the width in which each is painted. */
    const zoom = (count: number, ms: number) =>
      Array.from({ length: count }, () => {
        reached *= 1.01;
        renderer.setCamera({ x: 40, y: 0, zoom: reached });
        vi.advanceTimersByTime(ms);
        surface.calls.length = 0;
        frame();
        expect(surface.calls[0]).toEqual(['clearRect', 0, 0, canvas.width, canvas.height]);
        expect(surface.calls[1]?.[0]).toBe('drawImage');
        return canvas.width;
      });
    const rest = () => {
      vi.advanceTimersByTime(100);
      settle();
      expect([canvas.width, canvas.height, renderer.settled]).toEqual([1000, 700, true]);
      expect(frame()).toBe(0);
    };
    expect(zoom(6, 17)).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
    // One late frame is an accident.
    expect([...zoom(1, 40), ...zoom(2, 17)]).toEqual([1000, 1000, 1000]);
    expect(zoom(4, 33)).toEqual([1000, 500, 500, 500]);
    expect(zoom(2, 17)).toEqual([500, 500]);
    // What is drawn or erased meanwhile is shown too, and all of the screen with it.
    surface.calls.length = 0;
    for (const change of [
      () => renderer.setStrokes([...under, dash(100)]),
      () => renderer.rub({ ...dash(0), tool: 'eraser', size: 12 }, false),
    ]) {
      change();
      expect(names()).toEqual([]);
      frame();
      expect(surface.calls[0]).toEqual(['clearRect', 0, 0, 500, 350]);
      surface.calls.length = 0;
    }
    renderer.endRub();
    rest();
    // The next movements are expected to be no slower for it, and then one is tried in full.
    for (const width of [500, 500, 500, 1000, 1000]) {
      expect(zoom(3, 17)).toEqual([width, width, width]);
      rest();
    }
    // Wheel steps that come slowly are no slow frames.
    const steps = Array.from({ length: 4 }, () => {
      const [width] = zoom(1, 17);
      for (let i = 0; i < 3; i++) {
        vi.advanceTimersByTime(17);
        frame();
      }
      return width;
    });
    expect(steps).toEqual([1000, 1000, 1000, 1000]);
  });

  test('a screen that came back blank is drawn anew, and no tile of before is shown', () => {
    surface.canvas.restored();
    expect(renderer.settled).toBe(false);
    frame();
    expect(names()).toEqual(['clearRect']);
    settle();
    expect(renderer.settled).toBe(true);
    expect(names()).toContain('drawImage');
  });

  test('what was drawn while a drawing opened is seen all the time, and once in each part of the screen', () => {
    // On a page of its own: nothing is known yet.
    renderer.destroy();
    const made: Canvas[] = [];
    vi.stubGlobal('document', { createElement: () => made[made.push(new Canvas()) - 1] });
    worker = new Worker();
    renderer = new TileRenderer(new Frames(), () => worker);
    const { calls } = made[0]!.context;
    renderer.setEarly([]);
    renderer.resize({ width: 1000, height: 700 }, 1);
    expect(renderer.settled).toBe(false);
    const early = dash(100, 250, 100);
    renderer.setEarly([early]);
    calls.length = 0;
    frame();
    const whole: Call = ['rect', 0, 0, 1000, 700];
    expect(calls.splice(0)).toEqual([
      ['clearRect', 0, 0, 1000, 700],
      whole,
      ['clip'],
      ['drawImage', expect.any(Number), expect.any(Number)],
    ]);
    expect(renderer.near({ minX: 240, minY: 90, maxX: 260, maxY: 110 })).toEqual([early]);

    // The strokes have come, but no tile yet: the new stroke is painted everywhere,
    renderer.setStrokes(under);
    renderer.setStrokes([...under, early]);
    frame();
    const parts = () => calls.splice(0).filter(([name]) => name === 'rect');
    expect(parts().length).toBeGreaterThan(4);
    // then only where tiles are missing.
    worker.answer(({ scale, y }) => scale === 1 && y === 0);
    renderer.setCamera({ x: 1, y: 0, zoom: 1 });
    frame();
    expect(parts().every((call) => call[2]! >= TILE)).toBe(true);
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
    calls.length = 0;
    renderer.setCamera({ x: 2, y: 0, zoom: 1 });
    frame();
    expect(parts()).toEqual([]);
  });

  test('a picture of the last time stays while what was drawn on it comes onto the drawing, once in each frame', () => {
    renderer.destroy();
    const made: Canvas[] = [];
    vi.stubGlobal('document', { createElement: () => made[made.push(new Canvas()) - 1] });
    worker = new Worker();
    renderer = new TileRenderer(new Frames(), () => worker);
    const { calls } = made[0]!.context;
    const image: unknown = new Canvas();
    if (!(image instanceof HTMLCanvasElement)) throw new Error('no canvas');
    const standIn = { image, scale: 1, left: 0, top: 0 };
    renderer.standIn = standIn;
    renderer.setEarly([]);
    renderer.resize({ width: 1000, height: 700 }, 1);
    const wash = (x: number, at: number): Stroke => ({ ...dash(1, x, 200), tool: 'wash', at });
    const early = [wash(200, 10), wash(700, 400)];
    const painted = (change: () => void) => {
      calls.length = 0;
      change();
      frame();
      return calls.splice(0);
    };
    const [none, one, both] = [[], early.slice(0, 1), early].map((some) =>
      painted(() => renderer.setEarly(some)),
    );
    expect(both).not.toEqual(one);
    expect(one).not.toEqual(none);
    // They run into each other, and are later than what lies below. Some layer may lie above.
    const landed = early.map((stroke) => ({ ...stroke, at: stroke.at! + 9_000 }));
    renderer.setLayers([BASE, { ...BASE, id: 'up' }]);
    const put = () => {
      renderer.setStrokes(under);
      renderer.setStrokes([...under, ...landed]);
    };
    expect(painted(put)).toEqual(both);
    expect(painted(() => renderer.setStrokes([...under, landed[0]!]))).toEqual(one);
    expect(renderer.standIn).toBe(standIn);
    // What the picture shows is erased.
    painted(() => renderer.setStrokes([...under.slice(1), landed[0]!]));
    expect(renderer.standIn).toBe(undefined);
  });

  test('a picture of the last time that cannot be painted is as if there were none', () => {
    renderer.destroy();
    const made: Canvas[] = [];
    vi.stubGlobal('document', { createElement: () => made[made.push(new Canvas()) - 1] });
    worker = new Worker();
    renderer = new TileRenderer(new Frames(), () => worker);
    const [screen] = made;
    const damaged = new Canvas();
    const image: unknown = damaged;
    if (!(image instanceof HTMLCanvasElement)) throw new Error('no canvas');
    screen!.context.drawImage = (picture) => {
      if (picture === damaged) throw new DOMException('It has no pixels.', 'InvalidStateError');
    };
    const failed = vi.fn();
    renderer.onStandInFailed = failed;
    renderer.standIn = { image, scale: 1, left: 0, top: 0 };
    renderer.setEarly([]);
    renderer.resize({ width: 1000, height: 700 }, 1);
    expect(renderer.standIn).toBe(undefined);
    renderer.setStrokes(under);
    vi.advanceTimersByTime(1_000);
    settle();
    expect(renderer.settled).toBe(true);
    expect(failed).toHaveBeenCalledOnce();
  });

  test('layer: a veil is painted where its layers have ink, and again where they change, and no other is', () => {
    const up = (stroke: Stroke): Stroke => ({ ...stroke, layer: 'up' });
    const layers = [BASE, { ...BASE, id: 'up' }];
    const veil = { below: 0, above: 1 };
    const strokes = [...under, up(dash(901))];
    const veiled = () =>
      worker.waiting.filter((one) => one.veil).map(({ cell: { scale, x, y } }) => `${scale} ${x} ${y}`);
    const news = vi.fn();
    renderer.onVeils = news;
    renderer.setLayers(layers);
    renderer.setStrokes(strokes);
    vi.advanceTimersByTime(1_000);
    settle();
    expect([renderer.settled, renderer.veils]).toEqual([true, undefined]);

    renderer.wantVeils([veil]);
    expect([veiled(), renderer.veils]).toEqual([['1 0 0'], undefined]);
    worker.answer();
    expect([typeof renderer.veils?.[0], news.mock.calls.length]).toEqual(['function', 1]);
    surface.calls.length = 0;
    const part = { left: 90, top: 95, right: 300, bottom: 130 };
    const { context: onto } = new Canvas();
    if (onto instanceof CanvasRenderingContext2D) renderer.veils?.[0]?.(onto, part);
    // The cell beside it is blank.
    expect(onto.calls).toEqual([['drawImage', 90, 95, 166, 35, 90, 95, 166, 35]]);
    renderer.wantVeils([{ ...veil }]);
    expect([veiled(), news.mock.calls.length]).toEqual([[], 1]);

    // What lies below it does not matter.
    renderer.setStrokes([...strokes, dash(902)]);
    settle();
    renderer.wantVeils([veil]);
    expect(veiled()).toEqual([]);
    renderer.setStrokes([...strokes, up(dash(903, 600, 300))]);
    settle();
    renderer.wantVeils([veil]);
    expect([veiled(), typeof renderer.veils?.[0]]).toEqual([['1 2 1'], 'function']);
    worker.answer();
    expect(news).toHaveBeenCalledTimes(2);

    renderer.wantVeils([{ ...veil, color: '#1f4fae' }]);
    expect([veiled().toSorted(), renderer.veils]).toEqual([['1 0 0', '1 2 1'], undefined]);
    renderer.wantVeils([]);
    worker.answer();
    expect([renderer.veils, news.mock.calls.length]).toEqual([undefined, 2]);

    // Of several, all are there or none.
    renderer.wantVeils([veil, { below: 0, above: 0, until: 1 }]);
    for (let left = 0; !renderer.veils && left < 20; left++) {
      expect(news).toHaveBeenCalledTimes(2);
      worker.answer();
    }
    expect([renderer.veils?.length, news.mock.calls.length]).toEqual([2, 3]);
  });
});
