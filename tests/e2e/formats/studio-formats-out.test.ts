import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { imports } from '../../../src/app/words/en/import.ts';
import { BASE } from '../../../src/core/drawing/members/layers.ts';
import type { Layer, Point, Stroke } from '../../../src/core/drawing/types.ts';
import { exportArea, pictureSize } from '../../../src/ink/formats/picture.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { seriousViolations } from '../support/axe.ts';
import { exportAs, importCard, listed, openStored, pickFiles, type TestFile } from '../support/files.ts';
import { stored, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';
import { drawAndSave, newDrawing } from '../support/studio/studio.ts';

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** How many files the page holds in memory. */
async function heldFiles(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { result } = await session.send('Runtime.evaluate', { expression: 'File.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  });
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await session.detach();
  return Number(counted.result.value);
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The rgba of one pixel at each point. */
  readonly at: readonly (readonly number[])[];
}

/**
 * Expects a PNG and an SVG to look the same in the browser.
 * @param most how far a channel may be from the same, of 255
 */
async function expectAlike(page: Page, png: Buffer, svg: Buffer, most = 100): Promise<void> {
  const difference = await page.evaluate(
    async ({ urls: [a, b], most }) => {
      const look = async (url: string) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, canvas.width, canvas.height);
      };
      const [one, two] = [await look(a), await look(b)];
      let far = 0;
      for (let i = 0; i < one.data.length; i += 4) {
        const by = Math.max(...[0, 1, 2].map((c) => Math.abs(one.data[i + c]! - two.data[i + c]!)));
        if (by > most) far += 1;
      }
      return { sizes: [one.width, one.height, two.width, two.height], far, all: one.data.length / 4 };
    },
    {
      urls: [png, svg].map(
        (bytes, i) => `data:image/${i === 0 ? 'png' : 'svg+xml'};base64,${bytes.toString('base64')}`,
      ) as [string, string],
      most,
    },
  );
  const [width, height, otherWidth, otherHeight] = difference.sizes;
  expect(Math.abs(width! - otherWidth!) + Math.abs(height! - otherHeight!)).toBeLessThanOrEqual(2);
  // Edges are drawn by two renderers; surfaces are the same.
  expect(difference.far / difference.all).toBeLessThan(0.002);
}

/** A picture file as the browser itself reads it. */
async function pixels(page: Page, bytes: Buffer, type: string, points: readonly Point[]): Promise<Pixels> {
  return page.evaluate(
    async ({ url, points }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const at = points.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]);
      return { width: canvas.width, height: canvas.height, at };
    },
    { url: `data:${type};base64,${bytes.toString('base64')}`, points },
  );
}

const SQUARE: Stroke[] = [
  {
    tool: 'pen',
    color: '#1f1b16',
    size: 20,
    points: [
      [0, 50],
      [200, 50],
    ],
  },
];

test.describe('studio: export', () => {
  test('PNG at each scale, on paper, on night and transparent', async ({ app, site }) => {
    await openStored(app, site.url, SQUARE);
    // 220 x 20 units of ink, and a margin of 24.
    const [middle, corner]: Point[] = [
      [134, 34],
      [2, 2],
    ];
    const look = async (scale: number, paper: string) => {
      const download = await exportAs(app, exporting.formats.png.label, [exporting.scale(scale), paper]);
      expect(download.suggestedFilename()).toBe('Rain tree.png');
      const points = [middle!, corner!].map(([x, y]): Point => [x * scale, y * scale]);
      return pixels(app, await bytesOf(download), 'image/png', points);
    };
    const one = await look(1, exporting.grounds.paper);
    expect([one.width, one.height]).toEqual([268, 68]);
    expect(one.at).toEqual([
      [0x1f, 0x1b, 0x16, 255],
      [0xff, 0xfd, 0xf8, 255],
    ]);
    const four = await look(4, exporting.grounds.transparent);
    expect([four.width, four.height]).toEqual([1072, 272]);
    expect(four.at).toEqual([
      [0x1f, 0x1b, 0x16, 255],
      [0, 0, 0, 0],
    ]);
    const dark = await look(2, exporting.grounds.night);
    expect([dark.width, dark.height]).toEqual([536, 136]);
    expect(dark.at[1]).toEqual([0x1d, 0x23, 0x2f, 255]);
    // Ink too dark for the paper is turned light.
    expect(dark.at[0]![0]).toBeGreaterThan(0xd0);
  });

  test('a picture that would be too large is made as large as possible, as announced', async ({
    app,
    site,
  }) => {
    const wide: Stroke[] = [
      {
        ...SQUARE[0]!,
        points: [
          [0, 0],
          [9000, 1000],
        ],
      },
    ];
    await openStored(app, site.url, wide);
    await openSheet(app);
    await app.getByRole('radio', { name: exporting.scale(4), exact: true }).check();
    const most = pictureSize(exportArea(wide)!, 4);
    await expect(app.getByText(exporting.fewerPixels(most.width, most.height, 0.9))).toBeVisible();
    assert.deepEqual(await seriousViolations(app), []);
    const downloaded = app.waitForEvent('download');
    await app.getByRole('button', { name: exporting.save, exact: true }).click();
    const { width, height } = await pixels(app, await bytesOf(await downloaded), 'image/png', []);
    expect(width).toBeLessThanOrEqual(8192);
    expect(width * height).toBeLessThanOrEqual(16_000_000);
    expect(width).toBeGreaterThan(8000);
  });

  test('SVG looks like the PNG: lines, pressed strokes, markers, dots and erasers', async ({ app, site }) => {
    const wave = (y: number): Point[] =>
      Array.from({ length: 60 }, (_, i): Point => [i * 6, y + 30 * Math.sin(i / 4)]);
    const pressure = wave(0).map((_, i) => 0.5 + 0.5 * Math.sin(i / 3));
    const strokes: Stroke[] = [
      { tool: 'pen', color: '#1f4fae', size: 6, points: wave(60) },
      { tool: 'pen', color: '#bf3b2b', size: 14, points: wave(140), pressure },
      {
        tool: 'marker',
        color: '#d2962a',
        size: 30,
        points: [
          [0, 100],
          [340, 100],
        ],
      },
      {
        tool: 'eraser',
        color: '#000',
        size: 16,
        points: [
          [180, 0],
          [180, 220],
        ],
      },
      { tool: 'pen', color: '#3d7a3f80', size: 24, points: [[180, 60]] },
      {
        tool: 'pen',
        color: '#1f1b16',
        size: 9,
        points: [
          [20, 20],
          [60, 20],
          [22, 24],
          [60, 40],
          [20, 44],
        ],
        pressure: [0, 1, 0.1, 1, 0.5],
      },
    ];
    await openStored(app, site.url, strokes, 'A <b> & "c"');
    const png = await bytesOf(
      await exportAs(app, exporting.formats.png.label, [exporting.scale(1), exporting.grounds.paper]),
    );
    const download = await exportAs(app, exporting.formats.svg.label, [exporting.grounds.paper]);
    const svg = await bytesOf(download);
    const text = svg.toString('utf8');
    expect(text).toContain('<title>A &#60;b&#62; &#38; &#34;c&#34;</title>');
    expect(text.match(/<path /g)).toHaveLength(strokes.length);
    await expectAlike(app, png, svg);
  });

  test('SVG looks like the PNG in layers, and they come back from it', async ({ app, site }) => {
    const layers: readonly Layer[] = [
      { ...BASE, opacity: 0.5 },
      { ...BASE, id: 'glaze', name: 'Glaze', opacity: 0.8, blend: 'multiply' },
      { ...BASE, id: 'notes', name: 'Notes', visible: false, locked: true },
    ];
    const line = (tool: string, color: string, size: number, y: number, layer: string): Stroke => ({
      tool,
      color,
      size,
      points: [
        [0, y],
        [300, y],
      ],
      ...(layer !== BASE.id && { layer }),
    });
    const strokes = [
      line('pen', '#f0d060', 60, 150, 'glaze'),
      line('pen', '#1f4fae', 60, 60, 'base'),
      line('pen', '#bf3b2b', 60, 110, 'base'),
      line('marker', '#3d7a3f', 40, 120, 'glaze'),
      line('pen', '#1f1b16', 40, 90, 'notes'),
    ];
    // It takes ink of its own layer alone.
    const eraser = {
      ...line('eraser', '#000000', 30, 0, 'glaze'),
      points: [
        [150, 0],
        [150, 200],
      ] as Point[],
    };
    const id = await openStored(app, site.url, [...strokes, eraser], 'Layers', layers);
    const png = await bytesOf(
      await exportAs(app, exporting.formats.png.label, [exporting.scale(1), exporting.grounds.paper]),
    );
    const svg = await bytesOf(await exportAs(app, exporting.formats.svg.label, [exporting.grounds.paper]));
    await expect(app.getByText(exporting.hiddenKept(1))).toBeVisible();
    await expectAlike(app, png, svg, 30);
    await app.getByRole('link', { name: 'Drawings' }).first().click();
    await pickFiles(app, [{ name: 'Layers.svg', text: svg.toString('utf8') }]);
    await expect(importCard(app).getByText(imports.imported(strokes.length))).toBeVisible();
    const made = (await listed(app, 2)).find((entry) => entry.id !== id)!;
    assert.deepStrictEqual(made.layers, layers);
    assert.deepStrictEqual(await storedStrokes(app, made.id), strokes);
  });

  test('JSON and .excalidraw can be imported with every stroke unchanged, JSON with its dates', async ({
    app,
    site,
  }) => {
    const strokes = realStrokes(60);
    const id = await openStored(app, site.url, strokes);
    const { createdAt, updatedAt } = await stored(app, id);
    const json = await exportAs(app, exporting.formats.json.label);
    expect(json.suggestedFilename()).toBe('Rain tree.json');
    const scene = await exportAs(app, exporting.formats.excalidraw.label);
    expect(scene.suggestedFilename()).toBe('Rain tree.excalidraw');
    const files: TestFile[] = [
      { name: 'Rain tree.json', text: (await bytesOf(json)).toString('utf8') },
      { name: 'Rain tree.excalidraw', text: (await bytesOf(scene)).toString('utf8') },
    ];
    await app.getByRole('link', { name: 'Drawings' }).first().click();
    await pickFiles(app, files);
    await expect(importCard(app).getByText(imports.imported(60))).toHaveCount(2);
    const entries = (await listed(app, 3)).filter((entry) => entry.id !== id);
    const ofJson = entries.filter((entry) => entry.updatedAt === updatedAt && entry.createdAt === createdAt);
    expect(ofJson).toHaveLength(1);
    for (const entry of entries) {
      expect(entry.title).toBe('Rain tree');
      expect(entry.thumb).toMatch(/^data:image\/png/);
      assert.deepStrictEqual(await storedStrokes(app, entry.id), strokes);
    }
  });

  test('Copy puts the picture on the clipboard, and Share shares the file if the browser can', async ({
    app,
    site,
  }) => {
    await app.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    // A system's share sheet cannot be pressed here, so its input is checked.
    await app.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.assign(navigator, {
        canShare: ({ files }: ShareData) => files?.every(({ type }) => type === 'image/png') ?? false,
        share: async ({ files = [] }: ShareData) => {
          for (const { name, type, size } of files) shared.push({ name, type, size });
        },
      });
    });
    await openStored(app, site.url, SQUARE);
    await openSheet(app);
    await app.getByRole('radio', { name: exporting.formats.png.label }).check();
    await app.getByRole('radio', { name: exporting.scale(2), exact: true }).check();
    await app.getByRole('button', { name: exporting.copy, exact: true }).click();
    await expect(app.getByText(exporting.pictureCopied)).toBeVisible();
    const copied = await app.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const blob = await item!.getType('image/png');
      const { width, height } = await createImageBitmap(blob);
      return [width, height];
    });
    expect(copied).toEqual([536, 136]);

    await openSheet(app);
    await app.getByRole('button', { name: exporting.share, exact: true }).click();
    await expect
      .poll(() => app.evaluate(() => Reflect.get(window, 'shared')))
      .toEqual([{ name: 'Rain tree.png', type: 'image/png', size: expect.any(Number) }]);
    await openSheet(app);
    await app.getByRole('radio', { name: exporting.formats.excalidraw.label }).check();
    await expect(app.getByRole('button', { name: exporting.share, exact: true })).toHaveCount(0);
  });

  test('an empty drawing cannot be exported, and the menu says so', async ({ app }) => {
    await newDrawing(app);
    await openSheet(app);
    await expect(app.getByText(exporting.nothing)).toBeVisible();
    await expect(app.getByRole('button', { name: exporting.save, exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

test('studio: the made file is released when the panel closes', async ({ app }) => {
  await newDrawing(app);
  await drawAndSave(app, 2);
  await app.evaluate(() => Object.assign(globalThis, { kept: new File([], 'kept') }) && undefined);
  await expect.poll(() => heldFiles(app)).toBe(1);
  await app.evaluate(() => Reflect.deleteProperty(globalThis, 'kept'));
  for (const format of [exporting.formats.png.label, exporting.formats.json.label]) {
    await exportAs(app, format);
    await expect(app.getByRole('button', { name: 'Export', exact: true })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await expect.poll(() => heldFiles(app)).toBe(0);
  }
});
