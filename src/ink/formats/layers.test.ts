import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LAYER_NAME_MAX, LAYERS_MAX } from '../../core/drawing/limits.ts';
import { onLayer } from '../../core/drawing/members/change-layers.ts';
import { BASE, checkLayers, layerOf } from '../../core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../core/drawing/types.ts';
import { BRUSHES, leavesInk } from '../brush/brushes.ts';
import { paintCoats } from '../brush/field/paint-coats.ts';
import { blankPixels } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { coatsOf } from '../brush/wet-wash.ts';
import { excalidrawParts } from './excalidraw/write-excalidraw.ts';
import { jsonParts } from './json/write-json.ts';
import { readText } from './read.ts';
import { svgParts } from './svg/write-svg.ts';
import { readXml } from './svg/xml.ts';

const SIDE = 48;
const AREA = { minX: 0, minY: 0, maxX: SIDE, maxY: SIDE };
const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const stroke = (n: number, more: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color: '#1d5fa8',
  size: 4,
  points: [
    [n, 2],
    [n, 40],
  ],
  ...more,
});

interface Drawn {
  readonly strokes: readonly Stroke[];
  readonly layers: readonly Layer[] | undefined;
}

const svg = ({ strokes, layers }: Drawn) =>
  [...svgParts(strokes, { title: '', paper: '#fff', area: AREA, layers })].join('');
const scene = ({ strokes, layers }: Drawn) =>
  [...excalidrawParts(strokes, { source: '', title: '', paper: '#fff', layers })].join('');
const json = ({ strokes, layers }: Drawn) => [...jsonParts(strokes, '', { layers })].join('');

function painted({ strokes, layers }: Drawn): Uint32Array {
  const pixels = blankPixels(0, 0, SIDE, SIDE);
  paintCoats(pixels, 1, coatsOf(strokes), asFlatStroke, layers);
  return pixels.words;
}

const back = (text: string) => {
  const { strokes, members, leftOut } = readText(text);
  return { strokes, layers: members.layers, leftOut };
};

const anyLayer = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{1,8}$/),
  name: fc.oneof(
    fc.string({ maxLength: LAYER_NAME_MAX }),
    fc.constantFrom('', '<b> & "Trees" \'s', 'Two\nlines\tand\r', '🌳'.repeat(LAYER_NAME_MAX)),
  ),
  opacity: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true })),
  visible: fc.boolean(),
  locked: fc.boolean(),
  isMultiplied: fc.boolean(),
});
const anyLayers = fc
  .uniqueArray(anyLayer, { minLength: 1, maxLength: LAYERS_MAX - 1, selector: ({ id }) => id })
  .chain((layers) => fc.tuple(fc.constant(layers), fc.nat({ max: layers.length }), fc.boolean()))
  .map(([some, at, hasBase]) => {
    const layers = some.map(
      ({ isMultiplied, ...one }): Layer => ({ ...one, ...(isMultiplied && { blend: 'multiply' }) }),
    );
    const isThere = layers.some(({ id }) => id === BASE.id);
    return hasBase && !isThere ? layers.toSpliced(at, 0, BASE) : layers;
  });

const tools = BRUSHES.map(({ tool }) => tool).filter(leavesInk);
/** As a vector has it: of constant width, on whole eighths. Some lie on a layer that the drawing does not have. */
const anyStroke = fc
  .record({
    tool: fc.constantFrom(...tools, 'wash', 'wash', 'marker'),
    color: fc.constantFrom('#1d5fa8', '#d2962a'),
    size: fc.constantFrom(2.5, 12),
    points: fc.uniqueArray(fc.tuple(fc.nat({ max: 8 * SIDE }), fc.nat({ max: 8 * SIDE })), {
      minLength: 2,
      maxLength: 4,
      selector: ([x]) => x,
    }),
    opacity: fc.constantFrom(undefined, 0.5),
    at: fc.option(fc.nat({ max: 9_000 }), { nil: undefined }),
    on: fc.nat({ max: LAYERS_MAX }),
  })
  .map(({ on, points, opacity, at, ...rest }) => ({
    on,
    stroke: {
      ...rest,
      points: points.map(([x, y]): Point => [x / 8, y / 8]),
      // An SVG does not name a pen's path.
      ...(rest.tool !== 'pen' && opacity && { opacity }),
      ...(rest.tool !== 'pen' && at !== undefined && { at }),
    },
  }));
const anyDrawing = fc
  .tuple(anyLayers, fc.array(anyStroke, { minLength: 1, maxLength: 8 }))
  .map(([layers, some]) => ({
    layers,
    strokes: some.map(({ on, stroke: { at, ...rest } }) => {
      // One of an unknown layer runs into none of the lowest until it is named as on that.
      const id = layers[on]?.id;
      return onLayer({ ...rest, ...(id && at !== undefined && { at }) }, id ?? 'gone');
    }),
  }));

/** Each stroke names the layer that it lies on. */
const settled = ({ strokes, layers }: Drawn) => strokes.map((one) => onLayer(one, layerOf(one, layers)));

describe('formats: layers', () => {
  test.each([
    ['JSON', json, (drawn: Drawn) => drawn.strokes],
    ['SVG', svg, settled],
    ['.excalidraw', scene, settled],
  ])(
    'come back from %s with all that they are, and every stroke on its own, in its order',
    (_, out, kept) => {
      fc.assert(
        fc.property(anyDrawing, (drawn) => {
          const read = back(out(drawn));
          expect(read.leftOut).toEqual({});
          expect(read.layers).toEqual(drawn.layers);
          expect(read.strokes).toEqual(kept(drawn));
          expect(painted(read)).toEqual(painted(drawn));
        }),
        { numRuns: 150 },
      );
    },
  );

  test.each([
    ['SVG', svg],
    ['.excalidraw', scene],
  ])('washes that another layer parted stay parted in %s', (_, out) => {
    const wash = (n: number, at: number) =>
      stroke(n, { tool: 'wash', size: 16, at, points: [[n, 10]], layer: 'a' });
    const layers = [layer('a'), layer('b')];
    const drawn = { strokes: [wash(10, 0), stroke(40, { layer: 'b' }), wash(18, 900)], layers };
    const joined = [...drawn.strokes].sort((a, b) => (a.layer! < b.layer! ? -1 : 1));
    expect(painted({ strokes: joined, layers })).not.toEqual(painted(drawn));
    expect(painted(back(out(drawn)))).toEqual(painted(drawn));
  });

  test('a file without layers is as before, and names none', () => {
    const drawn = { strokes: [stroke(3), stroke(9, { layer: 'sky' })], layers: undefined };
    for (const out of [svg, scene]) {
      expect(out(drawn)).not.toMatch(/layer|order|isolation/);
      const { strokes, layers } = back(out(drawn));
      expect(layers).toBeUndefined();
      expect(strokes).toEqual([stroke(3), stroke(9)]);
    }
  });
});

test('formats: our JSON with nine layers is refused, and why', () => {
  const nine = Array.from({ length: 9 }, (_, i) => layer(`l${i}`));
  expect(() => back(json({ strokes: [stroke(1)], layers: nine }))).toThrow(
    JSON.stringify({ code: 'too_many', what: 'layers', most: LAYERS_MAX }),
  );
});

describe('formats: layers in SVG', () => {
  /** Groups and masks, and the paths by their width, with the groups that they are in. */
  function outlineOf(text: string): string[] {
    const lines: string[] = [];
    const open: string[] = [];
    readXml(text, {
      open: (name, attributes) => {
        const given = [...attributes].filter(([key]) =>
          /^(?:data-layer|mask|display|opacity|style|id)$/.test(key),
        );
        const said = given.map(([key, value]) => `${key}=${value}`).join(' ');
        if (name === 'path')
          lines.push([...open.filter(Boolean), attributes.get('stroke-width')].join(' > '));
        open.push(name === 'g' ? said : '');
        if (name === 'mask') lines.push(said);
      },
      close: () => open.pop(),
      text: () => {},
    });
    return lines;
  }

  test('each is a group that blends with nothing outside, and a hidden one is not displayed', () => {
    const layers = [
      layer('a', { opacity: 0.5 }),
      layer('b', { visible: false }),
      layer('c', { blend: 'multiply' }),
    ];
    const strokes = [
      stroke(1, { layer: 'c', size: 3 }),
      stroke(2, { layer: 'a', size: 1 }),
      stroke(3, { layer: 'b', size: 2 }),
    ];
    const ink = 'style=isolation:isolate > data-layer=';
    expect(outlineOf(svg({ strokes, layers }))).toEqual([
      `${ink}a opacity=0.5 style=isolation:isolate > 1`,
      `${ink}b style=isolation:isolate display=none > 2`,
      `${ink}c style=mix-blend-mode:multiply > 3`,
    ]);
  });

  test('the name of one is text, whatever is in it, and its spaces stay what they are', () => {
    const text = svg({ strokes: [stroke(1)], layers: [{ ...BASE, name: '<b>\t"&\n' }] });
    expect(text).toContain(' data-name="&#60;b&#62;&#9;&#34;&#38;&#10;"');
  });

  test('what erases takes the ink of its own layer, and markers lie under the ink of theirs', () => {
    const on = (id: string, size: number, tool = 'pen') => stroke(size, { layer: id, size, tool });
    const strokes = [
      on('a', 1),
      on('b', 2),
      on('a', 9, 'eraser'),
      on('b', 8, 'eraser'),
      on('b', 3, 'marker'),
    ];
    const lines = outlineOf(svg({ strokes, layers: [layer('a'), layer('b')] }));
    const ink = 'style=isolation:isolate > data-layer=';
    const [a, b] = ['a', 'b'].map((id) => `${ink}${id} style=isolation:isolate`);
    expect(lines).toEqual([
      'id=e0-0',
      `${a} > 9`,
      `${a} > mask=url(#e0-0) > 1`,
      'id=e1-0',
      `${b} > 8`,
      `${b} > 3`,
      `${b} > mask=url(#e1-0) > 2`,
    ]);
  });

  const path = (n: number, more = '') => `<path d="M${n} 0h9" fill="none" stroke="#112233" ${more}/>`;
  const group = (marks: string, inside: string) => `<g ${marks}>${inside}</g>`;
  const read = (...inside: string[]) => {
    const { strokes, layers, leftOut } = back(
      `<svg xmlns="http://www.w3.org/2000/svg">${inside.join('')}</svg>`,
    );
    if (layers) expect(checkLayers(layers, '', [])).toBe(true);
    return {
      layers,
      strokes,
      leftOut,
      on: strokes.map((one) => `${one.points[0]![0]}${layerOf(one, layers)}`).join(' '),
    };
  };

  test('of too many, of two with one id, and of one with a wrong id, the strokes are on the lowest', () => {
    const ten = Array.from({ length: 10 }, (_, i) => group(`data-layer="l${i}"`, path(i)));
    const { layers, on, leftOut } = read(...ten);
    expect(leftOut).toEqual({ layer: 2 });
    expect(layers).toHaveLength(LAYERS_MAX);
    expect(on.split(' ').toSorted()).toEqual([
      ...Array.from({ length: 8 }, (_, i) => `${i}l${i}`),
      '8l0',
      '9l0',
    ]);
    const hidden = read(...ten.slice(0, 8), group('data-layer="l8" display="none"', path(8)));
    expect([hidden.on.includes('8l0'), hidden.leftOut]).toEqual([true, { layer: 1 }]);
    const twice = read(
      group('data-layer="a"', path(1)),
      group('data-layer="b"', path(2)),
      group('data-layer="b"', path(3)),
    );
    expect(twice.leftOut).toEqual({ layer: 1 });
    expect(twice.on.split(' ').toSorted()).toEqual(['1a', '2b', '3a']);
    for (const id of ['', 'A', 'nine-long', '&#60;', 'a b']) {
      const wrong = read(
        group('data-layer="a"', path(1)),
        group(`data-layer="${id}" opacity=".5"`, path(2)),
        path(3),
      );
      expect(wrong.on).toBe('1a 2a 3a');
      expect(wrong.leftOut).toEqual({ layer: 1 });
      // As any group, its opacity is that of its strokes.
      expect(wrong.strokes[1]!.color).toBe('#11223380');
    }
  });

  test.each([
    ['opacity="7"', { opacity: 1 }],
    ['opacity="x"', { opacity: 1 }],
    ['opacity="0"', { opacity: 1, visible: false }],
    ['style="opacity:50%;display:none"', { opacity: 0.5, visible: false }],
    ['visibility="hidden"', { visible: false }],
    ['style="mix-blend-mode:screen"', {}],
    ['data-name="&#xd800;"', { name: '' }],
    ['data-locked="no"', { locked: true }],
  ])('what another program has made of one is taken as far as a layer can have it: %s', (marks, expected) => {
    const { layers, strokes } = read(group(`data-layer="a" ${marks}`, path(1)));
    expect(layers).toEqual([layer('a', expected)]);
    expect(strokes).toEqual([expect.objectContaining({ tool: 'pen', color: '#112233', layer: 'a' })]);
  });

  test('a name that is too long is cut', () => {
    const { layers } = read(group(`data-layer="a" data-name="${'x'.repeat(LAYER_NAME_MAX + 1)}"`, path(1)));
    expect(layers).toEqual([layer('a', { name: 'x'.repeat(LAYER_NAME_MAX) })]);
  });

  test('one within another is a part of that, and a transform moves its strokes', () => {
    const inner = group('data-layer="b" opacity=".5" transform="translate(5 0)"', path(1));
    const { layers, strokes } = read(group('data-layer="a" transform="translate(20 0)"', inner));
    expect(layers).toEqual([layer('a')]);
    expect(strokes).toEqual([expect.objectContaining({ color: '#11223380', layer: 'a' })]);
    expect(strokes[0]!.points[0]).toEqual([26, 0]);
  });

  test('numbers that another program has mixed up change nothing of what lies on what', () => {
    for (const [one, two] of [
      ['9', '2'],
      ['x', '-1'],
      ['1e999', ''],
    ]) {
      const a = group(
        'data-layer="a"',
        path(1, `data-order="${one}"`) + path(2, `data-order="${two}"`) + path(3),
      );
      expect(read(a, group('data-layer="b"', path(4, 'data-order="5"'))).on).toMatch(/1a.* 2a.* 3a/);
    }
  });
});

describe('formats: layers in .excalidraw', () => {
  interface Scene {
    elements: { opacity: number; locked: boolean; customData: { pleinair: Record<string, unknown> } }[];
  }
  const layers = [layer('a', { locked: true }), layer('b', { visible: false, name: 'Sky' }), layer('c')];
  const strokes = [
    stroke(1, { layer: 'b', color: '#112233' }),
    stroke(2, { layer: 'a', color: '#112233' }),
    stroke(3, { layer: 'b', color: '#112233' }),
  ];
  const written = (): Scene => JSON.parse(scene({ strokes, layers }));

  test('elements follow each other as they lie, those of a hidden layer unseen, of a locked one locked', () => {
    const seen = written().elements.map(({ opacity, locked, customData: { pleinair } }) => [
      pleinair.order,
      opacity,
      locked,
    ]);
    expect(seen).toEqual([
      [1, 100, true],
      [0, 0, true],
      [2, 0, true],
    ]);
  });

  test('come back if another program has deleted a part, or shown what was hidden', () => {
    const changed = written();
    changed.elements.shift();
    changed.elements[1]!.opacity = 50;
    const read = back(JSON.stringify(changed));
    expect(read.layers).toEqual(layers);
    expect(read.strokes).toEqual([strokes[0], { ...strokes[2], color: '#11223380' }]);
  });

  const told = (list: unknown) => {
    const changed = written();
    for (const { customData } of changed.elements) {
      if (customData.pleinair.layers) customData.pleinair.layers = list;
    }
    const { layers, strokes, leftOut } = back(JSON.stringify(changed));
    return {
      layers,
      leftOut,
      on: strokes.map((one) => `${one.points[0]![0]}${layerOf(one, layers)}`).join(' '),
    };
  };

  test.each<[string, readonly unknown[], readonly Layer[]]>([
    [
      'more than eight',
      [...layers, ...Array.from({ length: 6 }, (_, i) => layer(`l${i}`))],
      [...layers, ...Array.from({ length: 5 }, (_, i) => layer(`l${i}`))],
    ],
    ['one id twice', [...layers, layer('a')], layers],
    ['a wrong value', [...layers, layer('d', { opacity: 7 })], layers],
    ['another member', [...layers, { ...layer('d'), mask: 1 }], layers],
    ['no layer', [...layers, 7], layers],
  ])(
    'of a list that no drawing can have, the layers stay that it can have, and the others are counted: %s',
    (_, list, kept) => {
      expect(told(list)).toEqual({ layers: kept, leftOut: { layer: 1 }, on: '1b 2a 3b' });
    },
  );

  test('strokes of a layer that finds no room are on the lowest', () => {
    const nine = [...Array.from({ length: 8 }, (_, i) => layer(`l${i}`)), layer('b', { visible: false })];
    const { layers, leftOut, on } = told(nine);
    expect(layers).toEqual(nine.slice(0, 8));
    expect(leftOut).toEqual({ layer: 1 });
    expect(on.split(' ').toSorted()).toEqual(['1l0', '2l0', '3l0']);
  });

  test('what another program hides, and says nothing of, is counted', () => {
    const changed = written();
    for (const element of changed.elements) Object.assign(element, { customData: undefined });
    const { strokes, leftOut } = back(JSON.stringify(changed));
    expect([strokes.length, leftOut]).toEqual([1, { hidden: 2 }]);
  });

  test.each([
    ['a wrong value', [layer('a', { opacity: 7 })], { layer: 1 }],
    ['another member', [{ ...layer('a'), mask: 1 }], { layer: 1 }],
    ['no list', 7, {}],
  ])(
    'a list without one that a drawing can have is not taken, and all strokes are: %s',
    (_, list, leftOut) => {
      const changed = written();
      for (const { customData } of changed.elements) {
        if (customData.pleinair.layers) customData.pleinair.layers = list;
      }
      const read = back(JSON.stringify(changed));
      expect(read.layers).toBeUndefined();
      expect(read.leftOut).toEqual(leftOut);
      // They lie on each other as they did.
      const [over, under, top] = strokes.map((one) => onLayer(one, BASE.id));
      expect(read.strokes).toEqual([under, over, top]);
    },
  );

  test('what an element says wrongly of its layer puts it on the lowest', () => {
    for (const wrong of [
      { layer: 'gone' },
      { layer: 7 },
      { layer: 'constructor' },
      { order: -1 },
      { shown: 'x' },
    ]) {
      const changed = written();
      Object.assign(changed.elements[2]!.customData.pleinair, wrong);
      const read = back(JSON.stringify(changed));
      expect(read.layers).toEqual(layers);
      expect(read.strokes.length).toBe('shown' in wrong ? 2 : 3);
      expect(read.strokes.every((one) => ['a', 'b'].includes(layerOf(one, layers)))).toBe(true);
    }
  });
});
