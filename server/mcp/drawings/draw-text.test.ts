import { describe, expect, it } from 'vitest';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Paper, Stroke } from '../../../src/core/drawing/types.ts';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { readWithoutStrokes } from './draw-stream.ts';
import { POINTS_SHOWN, type StrokeRange, Summary, thumbnailOf } from './draw-summary.ts';
import { drawingText, listText, quoted } from './draw-text.ts';

const entry = {
  id: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  rev: 3,
  title: 'Quay',
  trashed: false,
  createdAt: '2026-09-28T01:00:00.000Z',
  updatedAt: '2026-09-28T02:00:00.000Z',
};
const long = { ...stroke(1), points: Array.from({ length: POINTS_SHOWN - 1 }, (_, i) => [i, 0] as const) };

function summaryOf(strokes: readonly Stroke[], wanted?: StrokeRange): Summary {
  const summary = new Summary(wanted);
  for (const one of strokes) summary.add(one);
  return summary;
}

describe('mcp stdio: a drawing as it comes', () => {
  /** The result of parsing a text that arrives in chunks of `size` bytes. */
  async function read(text: string, size: number) {
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const strokes: unknown[] = [];
    const rest = await readWithoutStrokes(body, (one) => strokes.push(one));
    return { ...Object(rest), strokes: [Object(rest).strokes, strokes] };
  }

  it('gives the same wherever it is cut, and however it is written', async () => {
    const title = '"strokes":[{ é🌳 \\" ]';
    const drawing = { ...entry, title, strokes: [stroke(0), stroke(1)], thumb: '' };
    for (const text of [JSON.stringify(drawing), JSON.stringify(drawing, null, 2)]) {
      for (const size of [1, 2, 3, 7, 64, 1e6]) {
        expect(await read(text, size)).toEqual({ ...drawing, strokes: [[], drawing.strokes] });
      }
    }
    expect(await read('{"strokes":[]}', 1)).toEqual({ strokes: [[], []] });
  });

  it('refuses what is no JSON, and what is larger than any drawing', async () => {
    for (const text of [
      '<html>',
      '{"strokes":[{"a":1},',
      '',
      `{"strokes":[{"points":[${'[0,0],'.repeat(1e6)}`,
    ]) {
      await expect(read(text, 65_536), text.slice(0, 20)).rejects.toThrow(SyntaxError);
    }
  });
});

describe('mcp stdio: a drawing in words', () => {
  it('bounds all points, and nothing where there are none', () => {
    expect(summaryOf([]).seen().bounds).toBeNull();
    expect(summaryOf([stroke(-4), stroke(9)]).seen().bounds).toEqual({
      minX: -4,
      minY: 0,
      maxX: 9,
      maxY: 0,
    });
  });

  it('counts the most used first, and says how many it leaves out', () => {
    const used = (...tools: string[]) =>
      summaryOf(tools.map((tool) => ({ ...stroke(0), tool }))).seen().tools;
    expect(used('b', 'a', 'b', 'c')).toEqual({
      top: [
        ['b', 2],
        ['a', 1],
        ['c', 1],
      ],
      more: 0,
    });
    const many = used(...Array.from({ length: 25 }, (_, i) => `t${i}`));
    expect(many.top).toHaveLength(20);
    expect(many.more).toBe(5);
  });

  it('leaves hidden layers out of what is seen, and counts the strokes of each layer', () => {
    const [ground, sky] = [
      { ...BASE, id: 'ground' },
      { ...BASE, id: 'sky', name: 'Sky' },
    ];
    const on = (layer: string | undefined, x: number, tool: string) => ({
      ...stroke(x),
      ...(layer && { layer }),
      tool,
    });
    // What names no layer that is there is on the lowest.
    const summary = summaryOf([on('sky', 50, 'wash'), on(undefined, 1, 'pen'), on('gone', 2, 'pen')]);
    expect(summary.strokesOn([ground, sky])).toEqual([2, 1]);
    expect(summary.seen([ground, sky])).toMatchObject({ count: 3, bounds: { minX: 1, maxX: 50 } });
    const layers = [ground, { ...sky, visible: false }];
    expect(summary.seen(layers)).toMatchObject({
      count: 2,
      bounds: { minX: 1, maxX: 2 },
      tools: { top: [['pen', 2]] },
    });
    const said = (shown: readonly Layer[]) =>
      drawingText({ drawing: { ...entry, thumb: '', layers: shown }, summary, given: undefined });
    expect(said(layers)).toContain(', 3 strokes (1 on hidden layers).');
    expect(said(layers)).toContain('unnamed (id ground), 2 strokes; "Sky" (id sky), 1 stroke, hidden.');
    expect(said(layers)).toContain(
      'Bounds of what can be seen: x 1 to 2, y 0 to 0 (drawing units).\nTools: pen (2).',
    );
    expect(said(layers.map((layer) => ({ ...layer, visible: false })))).toContain(
      'Nothing of it can be seen: all its strokes are on hidden layers.',
    );
  });

  it('tells no small opacity as none, and none that is not whole as whole', () => {
    const said = (opacity: number) =>
      drawingText({
        drawing: { ...entry, thumb: '', layers: [{ ...BASE, opacity }] },
        summary: summaryOf([]),
        given: undefined,
      });
    expect(said(0.004)).toContain(', opacity <1 %.');
    expect(said(0.005)).toContain(', opacity 1 %.');
    expect(said(0.999)).toContain(', opacity >99 %.');
    expect(said(1)).not.toContain('opacity');
  });

  it('gives whole strokes, as many as were asked for and fit', () => {
    const strokes = [stroke(0), long, stroke(2), stroke(3)];
    const given = (of: readonly Stroke[], from: number, atMost: number) =>
      summaryOf(of, { from, atMost }).given;
    expect(given(strokes, 0, 2)).toEqual([stroke(0), long]);
    expect(given(strokes, 0, 4)).toEqual([stroke(0), long]);
    expect(given(strokes, 2, 1)).toEqual([stroke(2)]);
    expect(given(strokes, 9, 1)).toEqual([]);
  });

  it('takes the picture out of its data URL', () => {
    expect(thumbnailOf({ thumb: '' })).toBeUndefined();
    expect(thumbnailOf({ thumb: 'data:image/png;base64,AAAA' })).toBe('AAAA');
  });

  it('quotes a title so that it can end neither its quotes nor its line', () => {
    expect(quoted('')).toBe('Untitled');
    expect(quoted('a"\n- b\u2028c')).toBe('"a\\"\\n- b c"');
  });

  it('quotes a title so that it turns the direction of nothing around it', () => {
    expect(quoted('a\u202eb\u2066c\u061cd\u200fe\u0085')).toBe('"a\\u202eb\\u2066c\\u061cd\\u200fe\\u0085"');
    // A sequence of emoji, and a language from right to left, are no such characters.
    for (const title of ['👩\u200d🎨', 'رسم']) expect(quoted(title)).toBe(`"${title}"`);
  });

  it('says what is in a list, and what is not', () => {
    expect(listText([], false, null)).toBe('There are none.');
    expect(listText([], true, null)).toBe('There are none in the trash.');
    const text = listText([{ ...entry, strokeCount: 1 }], true, 'abc');
    expect(text).toMatch(/^In the trash, the newest change first:\n- "Quay": .*, rev 3, 1 stroke, /);
    expect(text).toMatch(/call again with cursor abc$/);
  });

  it('says what paper and layers it is drawn on', () => {
    const said = (paper?: Paper) =>
      drawingText({ drawing: { ...entry, thumb: '', paper }, summary: summaryOf([]), given: undefined });
    expect(said()).toContain('On paper of #fffdf8.');
    expect(said({ color: '#25211c' })).toContain('On paper of #25211c.');
    expect(said({ color: '#25211c', pattern: 'dots', guide: [[1.5, -200]] })).toContain(
      'On paper of #25211c, with a pattern (dots, step 32), a vanishing point at 1.5, -200.',
    );
    expect(said()).not.toContain('Layers');
    const { id: _, ...layer } = BASE;
    const alone = (only: Layer) =>
      drawingText({
        drawing: { ...entry, thumb: '', layers: [only] },
        summary: summaryOf([]),
        given: undefined,
      });
    expect(alone(BASE)).not.toContain('Layers');
    expect(alone({ ...BASE, visible: false })).toContain(
      'Layers, the lowest first: unnamed (id base), 0 strokes, hidden.',
    );
    expect(alone({ ...BASE, name: 'Sky', locked: true })).toContain('"Sky" (id base), 0 strokes, locked.');
    const layers = [
      BASE,
      {
        id: 'sky',
        ...layer,
        name: 'A "sky"\u2028',
        blend: 'multiply',
        visible: false,
        locked: true,
        opacity: 0.25,
      },
    ] as const;
    const text = drawingText({
      drawing: { ...entry, thumb: '', layers },
      summary: summaryOf([]),
      given: undefined,
    });
    expect(text).toContain(
      'Layers, the lowest first: unnamed (id base), 0 strokes; "A \\"sky\\" " (id sky), 0 strokes, hidden, locked, multiply, opacity 25 %.',
    );
  });

  it('says that an underlay is there, and gives nothing of its photo', () => {
    const underlay = {
      x: 1,
      y: 2,
      scale: 0.5,
      angle: 0,
      opacity: 1,
      visible: true,
      locked: false,
      width: 1600,
      height: 1200,
      sha256: 'a1'.repeat(32),
    };
    const textOf = (more: object) =>
      drawingText({
        drawing: { ...entry, thumb: '', ...more },
        summary: summaryOf([]),
        given: undefined,
      });
    const said = 'A photo to draw from lies under it (1600 x 1200 px); it is not given here.';
    expect(textOf({ underlay })).toContain(said);
    expect(textOf({ underlay: { ...underlay, visible: false } })).toContain('(1600 x 1200 px, hidden)');
    for (const none of [{}, { underlay: null }]) expect(textOf(none)).not.toContain('photo');
  });

  it('says how many strokes are left out, and where to go on', () => {
    const strokes = [stroke(0), stroke(1), stroke(2)];
    const said = (given: { from: number; count: number } | undefined, of = strokes) =>
      drawingText({
        drawing: { ...entry, thumb: '' },
        summary: summaryOf(of),
        given,
      });
    expect(said(undefined)).toContain('Its strokes are left out (3)');
    expect(said({ from: 0, count: 3 })).toContain('All strokes are in the structured result.');
    expect(said({ from: 1, count: 1 })).toContain(
      '1 to 1 are in the structured result; 2 are left out. Go on with from: 2.',
    );
    expect(said({ from: 2, count: 1 })).toMatch(/2 are left out\.$/);
    expect(said({ from: 7, count: 0 })).toContain('There is no stroke 7: the last is 2.');
    expect(said({ from: 1, count: 0 })).toContain(
      'too large to give. All 3 are left out. Go on with from: 2.',
    );
    expect(said(undefined, [])).toMatch(
      /Nothing is drawn in it\.\nNo thumbnail is stored.*\nThere are no strokes/,
    );
    expect(said(undefined)).toContain(
      'Bounds: x 0 to 2, y 0 to 0 (drawing units).\nTools: pen (3). Colours: #000 (3).',
    );
  });
});
