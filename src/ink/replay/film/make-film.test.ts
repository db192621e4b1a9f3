import { afterEach, describe, expect, test, vi } from 'vitest';
import { BASE } from '../../../core/drawing/members/layers.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { replayOf } from '../replay-job.ts';
import { FilmFrames } from './film-frames.ts';
import { gif } from './gif.ts';
import { LostHalfway, makeFilm, NotMade } from './make-film.ts';

const STROKES: readonly Stroke[] = [
  {
    tool: 'pen',
    color: '#c02010',
    size: 12,
    points: [
      [0, 0],
      [60, 40],
    ],
    at: 0,
  },
  {
    tool: 'wash',
    color: '#2060c0',
    size: 30,
    points: [
      [10, 40],
      [80, 40],
    ],
    at: 3_000,
  },
];

const open = (long = 160) => new FilmFrames(replayOf({ strokes: STROKES }, long)!);

/** The frames of a GIF (GIF89a): where they are, and for how long each stands, ms. */
function framesOf(bytes: Uint8Array) {
  const delays: number[] = [];
  let at = 13 + 3 * 2 ** ((bytes[10]! & 7) + 1);
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delays.push(10 * (bytes[at + 4]! + 256 * bytes[at + 5]!));
      at += 2;
    } else {
      expect(bytes[at]).toBe(0x2c);
      const flags = bytes[at + 9]!;
      at += 10 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0) + 1;
    }
    while (bytes[at] !== 0) at += 1 + bytes[at]!;
    at += 1;
  }
  return delays;
}

/** A clock of which each look takes this long, ms: how many pictures a film has then does not depend on the machine. */
function clockOf(step: number): void {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += step;
    return clock;
  });
}

afterEach(() => void vi.restoreAllMocks());

describe('replay: a film', () => {
  test('a GIF has the film size, stands as long as the replay, and ends', async () => {
    clockOf(0);
    const told: number[] = [];
    const film = await gif(open(), (done) => told.push(done));
    expect(film.type).toBe('image/gif');
    const bytes = new Uint8Array(await film.arrayBuffer());
    expect(new TextDecoder().decode(bytes.slice(0, 6))).toBe('GIF89a');
    const { width, height, length } = open();
    expect([bytes[6]! + 256 * bytes[7]!, bytes[8]! + 256 * bytes[9]!]).toEqual([width, height]);
    const delays = framesOf(bytes);
    expect(delays.length).toBeGreaterThan(5);
    const sum = delays.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThanOrEqual(length);
    expect(sum).toBeLessThan(length + 100);
    expect(told.at(-1)).toBe(1);
  });

  test('a GIF whose pictures take too long has fewer of them, lasts as long, and ends with the finished drawing', async () => {
    clockOf(0);
    const all = framesOf(await (await gif(open(), () => {})).bytes());
    clockOf(500);
    const frames = open();
    const delays = framesOf(await (await gif(frames, () => {})).bytes());
    expect(delays.length).toBeLessThan(all.length);
    const sum = delays.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThanOrEqual(frames.length);
    expect(sum).toBeLessThan(frames.length + 100);
    const whole = open();
    whole.paint(whole.length);
    expect(frames.bytes).toEqual(whole.bytes);
  });

  test('the pictures of a film are those of the replay, on its paper', () => {
    const frames = open();
    const blank = frames.bytes.slice();
    expect(frames.paint(0)).toBe(false);
    expect(frames.paint(frames.length)).toBe(true);
    expect(frames.bytes).not.toEqual(blank);
    expect(frames.paint(frames.length)).toBe(false);
    expect(frames.bytes.every((byte, i) => i % 4 !== 3 || byte === 255)).toBe(true);
  });

  test('where a way fails, even half-way, the next one makes it from the beginning', async () => {
    const times: string[] = [];
    const told: number[] = [];
    const failing = async ({ length }: FilmFrames, onProgress: (done: number) => void) => {
      times.push(`half ${length}`);
      onProgress(0.5);
      throw new NotMade('the encoder was lost');
    };
    const working = async ({ width }: FilmFrames) => {
      times.push(`whole of ${width}`);
      return new Blob(['film']);
    };
    const film = await makeFilm(open, [{ make: failing }, { make: working, long: 80 }], (done) =>
      told.push(done),
    );
    expect(await film.text()).toBe('film');
    expect(times).toEqual([`half ${open().length}`, 'whole of 80']);
    expect(told).toEqual([0.5, 0]);
    await expect(makeFilm(open, [{ make: failing }], () => {})).rejects.toThrow('the encoder was lost');
  });

  test('a replay is opened once for all ways of one size, and begins again for the next', async () => {
    clockOf(0);
    const opened: (number | undefined)[] = [];
    const counted = (long?: number) => {
      opened.push(long);
      return open(long);
    };
    const failing = async (frames: FilmFrames) => {
      frames.paint(frames.length);
      throw new NotMade('it cannot');
    };
    const film = await makeFilm(counted, [{ make: failing }, { make: failing }, { make: gif }], () => {});
    expect(opened).toEqual([undefined]);
    expect(await film.bytes()).toEqual(await (await gif(open(), () => {})).bytes());
    await makeFilm(counted, [{ make: failing }, { make: gif, long: 80 }], () => {});
    expect(opened).toEqual([undefined, undefined, 80]);
  });

  test('where a codec is lost after its first picture, no other one is tried', async () => {
    const tried: string[] = [];
    const way = (name: string, error?: Error) => ({
      make: async () => {
        tried.push(name);
        if (error) throw error;
        return new Blob([name]);
      },
    });
    const refused = way('avc', new NotMade('it cannot'));
    const lost = new LostHalfway('lost');
    expect(await (await makeFilm(open, [refused, way('vp9'), way('vp8')], () => {})).text()).toBe('vp9');
    await expect(makeFilm(open, [refused, way('vp9', lost), way('vp8')], () => {})).rejects.toBe(lost);
    expect(tried).toEqual(['avc', 'vp9', 'avc', 'vp9']);
  });

  test('a drawing of which nothing is visible has none', () => {
    expect(replayOf({ strokes: [] })).toBeUndefined();
    const [ink, eraser] = [STROKES[0]!, { ...STROKES[1]!, tool: 'eraser', layer: 'sky' }];
    expect(replayOf({ strokes: [eraser] })).toBeUndefined();
    const layers = [
      { ...BASE, visible: false },
      { ...BASE, id: 'sky' },
    ];
    expect(replayOf({ strokes: [ink, eraser], layers })).toBeUndefined();
    expect(replayOf({ strokes: [ink, eraser] })).toBeDefined();
  });
});
