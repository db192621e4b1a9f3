/** A drawing is played, and saved as a film. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { replay as words } from '../../../../src/app/words/en/studio/replay.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { SILENT_MAX } from '../../../../src/ink/replay/film/in-time.ts';
import { seriousInEitherScheme } from '../../support/axe.ts';
import { storeDrawing } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { canvas, newDrawing, openDrawing } from '../../support/studio/studio.ts';

const ink = (color: string, y: number, at: number): Stroke => ({
  tool: 'pen',
  color,
  size: 24,
  at,
  points: Array.from({ length: 20 }, (_, i) => [i * 20, y] as const),
});
/** Two lines; each takes a second. */
const STROKES = [ink('#c02010', 0, 0), ink('#1040c0', 120, 1_500)];

async function openReplay(page: Page): Promise<void> {
  await page.getByRole('button', { name: studio.more, exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${words.menu}`) }).click();
  await expect(page.getByRole('dialog', { name: words.title })).toBeVisible();
}

async function playedDrawing(page: Page, url: string, strokes = STROKES): Promise<void> {
  await openDrawing(page, url, await storeDrawing(page, strokes));
  await openReplay(page);
  await expect(stage(page)).toBeVisible();
}

const stage = (page: Page) => page.getByRole('img', { name: words.picture });
const time = (page: Page) => page.getByRole('slider', { name: words.time });
const now = async (page: Page) => Number(await time(page).inputValue());

/** How many pixels of the stage are nearly of this colour. */
function inked(page: Page, color: readonly [number, number, number]): Promise<number> {
  return stage(page).evaluate((element, [red, green, blue]) => {
    const { width, height } = element as HTMLCanvasElement;
    const { data } = (element as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const far = Math.abs(data[i]! - red) + Math.abs(data[i + 1]! - green) + Math.abs(data[i + 2]! - blue);
      if (far < 12) count += 1;
    }
    return count;
  }, color);
}

const RED = [0xc0, 0x20, 0x10] as const;
const BLUE = [0x10, 0x40, 0xc0] as const;

test.describe('replay: a drawing', () => {
  test('waits for a person who wants less motion, plays, stops, and goes where keys and slider say', async ({
    app,
    site,
  }) => {
    await playedDrawing(app, site.url);
    await expect(app.getByRole('button', { name: words.play, exact: true })).toBeVisible();
    assert.equal(await now(app), 0);
    await expect.poll(() => inked(app, [0xff, 0xfd, 0xf8])).toBeGreaterThan(900_000);
    await app.getByRole('button', { name: words.play, exact: true }).click();
    await expect.poll(() => inked(app, RED)).toBeGreaterThan(1_000);
    assert.equal(await inked(app, BLUE), 0);
    await app.getByRole('button', { name: words.pause }).click();
    const stopped = await now(app);
    await app.keyboard.press('End');
    await expect.poll(() => inked(app, BLUE)).toBeGreaterThan(1_000);
    await expect(app.getByRole('button', { name: words.again })).toBeVisible();
    await app.keyboard.press('Home');
    await expect.poll(() => inked(app, RED)).toBe(0);
    await app.keyboard.press('ArrowRight');
    assert.equal(await now(app), 1_000);
    assert.ok(stopped > 0);
    // With a modifier a key is the browser's.
    for (const modifier of ['Alt', 'Control', 'Meta']) {
      const isTaken = await time(app).evaluate((slider, modifier) => {
        const held = {
          altKey: modifier === 'Alt',
          ctrlKey: modifier === 'Control',
          metaKey: modifier === 'Meta',
        };
        const event = new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true, ...held });
        return !slider.dispatchEvent(event);
      }, modifier);
      assert.equal(isTaken, false, modifier);
      assert.equal(await now(app), 1_000, modifier);
    }
    await time(app).fill('2000');
    await expect.poll(() => inked(app, BLUE)).toBeGreaterThan(100);
    await app.keyboard.press('Escape');
    await expect(stage(app)).toHaveCount(0);
    await expect(canvas(app)).toBeFocused();
    assert.deepEqual(await seriousInEitherScheme(app), []);
  });

  test('starts by itself for everybody else, and ends', async ({ app, site }) => {
    await app.emulateMedia({ reducedMotion: 'no-preference' });
    await playedDrawing(app, site.url);
    await app.getByRole('radio', { name: words.times(4) }).check({ force: true });
    await expect(app.getByRole('button', { name: words.again })).toBeVisible();
    assert.ok((await inked(app, BLUE)) > 1_000);
  });

  test('has nothing to play in an empty one, and can be used by everybody', async ({ app, site }) => {
    await newDrawing(app);
    await openReplay(app);
    await expect(app.getByText(words.empty)).toBeVisible();
    assert.deepEqual(await seriousInEitherScheme(app), []);
    await openDrawing(app, site.url, await storeDrawing(app, STROKES, [{ ...BASE, visible: false }]));
    await openReplay(app);
    await expect(app.getByText(words.allHidden)).toBeVisible();
    await openDrawing(app, site.url, await storeDrawing(app, [{ ...STROKES[0]!, tool: 'eraser' }]));
    await openReplay(app);
    await expect(app.getByText(words.empty)).toBeVisible();
    await playedDrawing(app, site.url);
    assert.deepEqual(await seriousInEitherScheme(app), []);
  });
});

/** Takes away what makes videos, which the device may have from a test before. */
async function withoutVideoScript(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const scripts = (await cache.keys()).filter(({ url }) => /video-worker/.test(url));
      await Promise.all(scripts.map((script) => cache.delete(script)));
    }
  });
}

/**
 * Puts another script of a worker in the place of its own, or none: its address answers 404. Put back at the end, since other
 * tests may get the same device.
 */
async function changeScript(
  page: Page,
  url: string,
  name: string,
  change?: (source: string) => string,
): Promise<AsyncDisposable> {
  // Not by the page: the device would keep what it asks for, perhaps after the change.
  const text = async (path: string) => (await page.request.get(new URL(path, url).href)).text();
  const path = new RegExp(`assets/${name}-[\\w-]+\\.js`).exec(await text('sw.js'))?.[0];
  assert.ok(path, `${name} is known to the service worker`);
  const address = new URL(path, url).href;
  const source = await text(address);
  assert.ok(source.length > 1000, `${name} is whole`);
  const put = (body: string, status: number) =>
    page.evaluate(
      async ([url, body, status]) => {
        const headers = { 'Content-Type': 'text/javascript' };
        await (await caches.open('shell')).put(url, new Response(body, { status, headers }));
      },
      [address, body, status] as const,
    );
  await (change ? put(change(source), 200) : put('', 404));
  return { [Symbol.asyncDispose]: () => put(source, 200) };
}

/** Runs before a worker's own script: once the page follows whether it lives, it closes itself, which no event tells. */
const CLOSES = `
let life;
const { postMessage: say } = self;
self.postMessage = (message, options) => {
  life ??= message.life;
  say.call(self, message, options);
};
addEventListener('message', async (event) => {
  if (event.data.kind !== 'make') return;
  event.stopImmediatePropagation();
  while (!(await navigator.locks.query()).pending.some(({ name }) => name === life)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  close();
});`;

/** The same before its first word. */
const CLOSES_EARLY = 'self.postMessage = () => {}; close();';

/** Runs before the script that makes a video: does this at the 20th picture. */
const atPicture20 = (what: string) => `
const { encode } = VideoEncoder.prototype;
let count = 0;
VideoEncoder.prototype.encode = function (...picture) {
  count += 1;
  if (count === 20) { ${what} }
  encode.apply(this, picture);
};`;

/** Once: another codec would work, from the beginning. */
const LOSES = atPicture20("throw new DOMException('lost', 'EncodingError');");
const ENDS = atPicture20('close();');

/** Runs before a worker's own script: a slow device, on which each of the 200 steps of its progress takes longer, ms. */
const slowed = (ms: number) => `
const { postMessage: say } = self;
self.postMessage = (message, options) => {
  say.call(self, message, options);
  const began = performance.now();
  while (performance.now() < began + ${ms});
};`;

test.describe('replay: a film', () => {
  test('is saved by buttons in sight below a tall picture on a phone, and without a network too', async ({
    app,
    site,
  }) => {
    await withoutVideoScript(app);
    await app.setViewportSize({ width: 390, height: 844 });
    const tall = STROKES.map((stroke) => ({
      ...stroke,
      points: stroke.points.map(([x, y]) => [y, x] as const),
    }));
    await playedDrawing(app, site.url, tall);
    const save = app.getByRole('button', { name: words.saveGif });
    await expect(save).toBeInViewport({ ratio: 1 });
    await expect(app.getByText(words.sizes([720, 1280], [270, 480]))).toBeInViewport({ ratio: 1 });
    await app.context().setOffline(true);
    await expect(app.getByText(words.videoNeedsNetwork)).toBeInViewport({ ratio: 1 });
    await expect(save).toBeInViewport({ ratio: 1 });
  });

  test('is a video that plays as long as the replay, offline too once one was made', async ({
    app,
    site,
  }) => {
    await withoutVideoScript(app);
    await playedDrawing(app, site.url);
    await app.context().setOffline(true);
    const save = app.getByRole('button', { name: words.saveVideo });
    await expect(save).toBeDisabled();
    await expect(app.getByText(words.videoNeedsNetwork)).toBeVisible();
    assert.deepEqual(await seriousInEitherScheme(app), []);
    await app.context().setOffline(false);
    await expect(save).toBeEnabled();
    await expect(app.getByText(words.videoNeedsNetwork)).toHaveCount(0);
    await Promise.all([
      app.waitForEvent('worker', (worker) => /video-worker/.test(worker.url())),
      save.click(),
    ]);
    await expect(app.getByText(words.saved)).toBeAttached();
    await app.context().setOffline(true);
    const length = Number(await time(app).getAttribute('max')) / 1000;
    const [download] = await Promise.all([
      app.waitForEvent('download'),
      app.getByRole('button', { name: words.saveVideo }).click(),
    ]);
    // In the dialog, beside the buttons, which it covers none of.
    await expect(app.getByRole('dialog').getByRole('status').filter({ hasText: words.saved })).toBeVisible();
    await app.getByRole('button', { name: words.saveGif }).click({ trial: true });
    // A browser without H.264 goes on with the next codec.
    const hasAvc = await app.evaluate(async () => {
      const config = { codec: 'avc1.64001f', width: 1280, height: 720 };
      return (await VideoEncoder.isConfigSupported(config)).supported === true;
    });
    assert.match(download.suggestedFilename(), hasAvc ? /\.mp4$/ : /\.webm$/);
    const film = await readFile(await download.path());
    // Our pages play no media, and their policy says so.
    const player = await app.context().newPage();
    const played = await player.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      return new Promise<number[]>((resolve, reject) => {
        const video = document.createElement('video');
        video.addEventListener('error', () => reject(new Error(video.error?.message)));
        const canvas = document.createElement('canvas');
        const blueOf = () => {
          const [width, height] = [video.videoWidth, video.videoHeight];
          [canvas.width, canvas.height] = [width, height];
          const into = canvas.getContext('2d')!;
          into.drawImage(video, 0, 0);
          const { data } = into.getImageData(0, 0, width, height);
          let blue = 0;
          for (let i = 0; i < data.length; i += 4) if (data[i + 2]! > data[i]! + 80) blue += 1;
          return blue;
        };
        // It says that it is there before it shows that.
        const look = () => {
          const blue = blueOf();
          if (blue > 0) resolve([video.duration, video.videoWidth, video.videoHeight, blue]);
          else setTimeout(look, 50);
        };
        video.addEventListener('seeked', look);
        video.addEventListener('loadeddata', () => {
          video.currentTime = video.duration - 0.1;
        });
        video.src = URL.createObjectURL(new Blob([bytes]));
      });
    }, film.toString('base64'));
    const [seconds, width, height, blue] = played as [number, number, number, number];
    assert.ok(Math.abs(seconds - length) < 0.1, `${seconds} of ${length}`);
    assert.deepEqual([width, height], [1280, 720]);
    assert.ok(blue > 1_000);
  });

  test('is a GIF where the browser has no encoder, and says so', async ({ app, site }) => {
    await app.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
    await playedDrawing(app, site.url);
    await expect(app.getByText(words.gifSize(480, 270))).toBeVisible();
    const [download] = await Promise.all([
      app.waitForEvent('download'),
      app.getByRole('button', { name: words.saveVideo }).click(),
    ]);
    await expect(app.getByText(words.savedAsGif)).toBeAttached();
    assert.match(download.suggestedFilename(), /\.gif$/);
    const bytes = await readFile(await download.path());
    assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
    assert.deepEqual([bytes.readUInt16LE(6), bytes.readUInt16LE(8)], [480, 270]);
  });

  test('is a GIF where the maker of videos cannot be had, and says what to do', async ({ app, site }) => {
    await withoutVideoScript(app);
    await playedDrawing(app, site.url);
    await site.down();
    const [download] = await Promise.all([
      app.waitForEvent('download'),
      app.getByRole('button', { name: words.saveVideo }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.gif$/);
    await expect(app.getByText(words.savedWithoutScript)).toBeAttached();
  });

  test('is a GIF where the encoder is lost half-way', async ({ app, site }) => {
    // Eight seconds: the encoder is surely replaced before their pictures are through.
    await playedDrawing(app, site.url, [...STROKES, ink('#208040', 60, 5_000), ink('#c02010', 180, 9_000)]);
    await using _ = await changeScript(app, site.url, 'video-worker', (source) => LOSES + source);
    const downloaded = app.waitForEvent('download');
    const workers: string[] = [];
    app.on('worker', (worker) => workers.push(worker.url()));
    await app.getByRole('button', { name: words.saveVideo }).click();
    assert.match((await downloaded).suggestedFilename(), /\.gif$/);
    await expect(app.getByText(words.savedAsGif)).toBeAttached();
    assert.deepEqual(
      workers.map((url) => /(\w+)-worker/.exec(url)?.[1]),
      ['video', 'gif'],
    );
  });

  test('is a GIF where the worker that makes a video ends without an event', async ({ app, site }) => {
    await playedDrawing(app, site.url, [...STROKES, ink('#208040', 60, 5_000), ink('#c02010', 180, 9_000)]);
    await using _ = await changeScript(app, site.url, 'video-worker', (source) => ENDS + source);
    const downloaded = app.waitForEvent('download');
    await app.getByRole('button', { name: words.saveVideo }).click();
    assert.match((await downloaded).suggestedFilename(), /\.gif$/);
    await expect(app.getByText(words.savedAsGif)).toBeAttached();
  });

  for (const [what, change, said] of [
    ['the maker of GIFs cannot be had', undefined, words.savedAsPicturesWithoutScript],
    [
      'the worker that makes a GIF ends without an event',
      (source: string) => CLOSES + source,
      words.savedAsPictures,
    ],
  ] as const) {
    test(`is pictures in a zip file where ${what}, and says so`, async ({ app, site }) => {
      await playedDrawing(app, site.url);
      await using _ = await changeScript(app, site.url, 'gif-worker', change);
      const [download] = await Promise.all([
        app.waitForEvent('download'),
        app.getByRole('button', { name: words.saveGif }).click(),
      ]);
      await expect(app.getByText(said)).toBeAttached();
      assert.match(download.suggestedFilename(), /\.zip$/);
      const bytes = await readFile(await download.path());
      assert.equal(bytes.subarray(0, 2).toString(), 'PK');
      assert.ok(bytes.includes('0000.png'));
      await expect(app.getByRole('button', { name: words.saveGif })).toBeVisible();
    });
  }

  test('is pictures too where that worker ends before its first word', async ({ app, site }) => {
    await playedDrawing(app, site.url);
    await using _ = await changeScript(app, site.url, 'gif-worker', (source) => CLOSES_EARLY + source);
    await app.clock.install();
    const ended = app
      .waitForEvent('worker', (worker) => /gif-worker/.test(worker.url()))
      .then((worker) => worker.waitForEvent('close'));
    const downloaded = app.waitForEvent('download');
    await app.getByRole('button', { name: words.saveGif }).click();
    await ended;
    await expect(app.getByRole('progressbar', { name: words.making })).toBeVisible();
    await app.clock.fastForward(SILENT_MAX);
    assert.match((await downloaded).suggestedFilename(), /\.zip$/);
    await expect(app.getByText(words.savedAsPictures)).toBeAttached();
  });

  test('can be cancelled, leaves nothing, and the focus returns to its button', async ({ app, site }) => {
    await playedDrawing(app, site.url);
    for (const [name, script] of [
      [words.saveGif, 'gif-worker'],
      [words.saveVideo, 'video-worker'],
    ] as const) {
      await using _ = await changeScript(app, site.url, script, (source) => slowed(200) + source);
      const save = app.getByRole('button', { name });
      await save.click();
      const cancel = app.getByRole('button', { name: words.cancel });
      await expect(cancel).toBeFocused();
      await expect(app.getByRole('progressbar', { name: words.making })).not.toHaveJSProperty('value', 0);
      // By key: it may stand where the other button stood, and takes no second half of a double click.
      await cancel.press('Enter');
      await expect(save).toBeFocused();
      await expect
        .poll(() => app.workers().filter((worker) => /(?:gif|video)-worker/.test(worker.url())).length)
        .toBe(0);
    }
  });
});
