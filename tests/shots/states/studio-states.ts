/** Every state of the studio that is photographed. */

import type { Page } from 'playwright';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { gallery } from '../../../src/app/words/en/gallery/gallery.ts';
import { trash } from '../../../src/app/words/en/gallery/trash.ts';
import { imports } from '../../../src/app/words/en/import.ts';
import { saving } from '../../../src/app/words/en/saving.ts';
import { shell } from '../../../src/app/words/en/shell.ts';
import { feel } from '../../../src/app/words/en/studio/feel.ts';
import { layers } from '../../../src/app/words/en/studio/layers.ts';
import { papers } from '../../../src/app/words/en/studio/papers.ts';
import { replay } from '../../../src/app/words/en/studio/replay.ts';
import { studio } from '../../../src/app/words/en/studio/studio.ts';
import { tools } from '../../../src/app/words/en/studio/tools.ts';
import { LAYER_NAME_MAX, STROKES_MAX } from '../../../src/core/drawing/limits.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { seedDrawings, seeds } from '../../e2e/support/gallery/many.ts';
import { storeLarge } from '../../e2e/support/ink/large.ts';
import { type Quota, smallDevice } from '../../e2e/support/quota.ts';
import { canvas, draw, newDrawing, type PenOptions } from '../../e2e/support/studio/studio.ts';
import {
  brushButton,
  colorButton,
  layersButton,
  markButton,
  viewButton,
} from '../../e2e/support/studio/tools.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { openTestProxy, type TestProxy } from '../../support/test-proxy.ts';
import { ask } from '../../support/worker.ts';
import { open, openPiece, type Place, type State } from '../reach.ts';
import { GALLERY } from './drawings.ts';

/** A few strokes by hand in the middle of a new drawing. */
async function scribble(page: Page, options: PenOptions = { device: 'mouse' }): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  const strokes = realStrokes(3).map(({ points }, i) => {
    const [x0, y0] = points[0]!;
    return {
      points: points.map(([x, y]): [number, number] => [
        width * (0.35 + 0.1 * i) + (x - x0) * 0.4,
        height * (0.4 + 0.08 * i) + (y - y0) * 0.4,
      ]),
      pressure: undefined,
    };
  });
  await draw(page, strokes, options);
}

async function fillStorage(page: Page, small: TestProxy): Promise<Quota> {
  const quota = await smallDevice(page, small.url);
  await open(page, small.url);
  return quota;
}

/** A new drawing on a device without space, whose trash has some: drawn on, and not saved. */
async function drawUnsaved(page: Page, { sites }: Place): Promise<void> {
  await using proxy = await openTestProxy(sites.well);
  const quota = await smallDevice(page, proxy.url);
  await open(page, proxy.url);
  const trashed = seeds(1);
  await seedDrawings(page, trashed);
  for (const { id } of trashed) await ask(page, `/api/v1/drawings/${id}`, { method: 'DELETE' });
  await quota.fill();
  await newDrawing(page);
  await scribble(page);
  await page.getByRole('status').getByText(saving.storageFull).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: shell.drawings, exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: saving.notSaved }).locator('img').waitFor();
  await page.getByRole('link', { name: trash.makeRoom(1) }).waitFor();
}

/** Moves a finger across the paper. */
async function swipe(page: Page): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('There is no canvas.');
  const session = await page.context().newCDPSession(page);
  const at = (x: number) => [{ x: box.x + box.width * x, y: box.y + box.height / 2, id: 1 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.4) });
  for (let x = 0.4; x < 0.6; x += 0.05) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Brings one file to the open drawing. Resolves when the page tells the result. */
async function importOnto(page: Page, name: string, text: string): Promise<void> {
  const files = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) };
  await page.getByLabel(shell.filesToImport).setInputFiles(files);
  await page
    .getByRole('region', { name: imports.region })
    .getByRole('button', { name: shell.dismiss })
    .waitFor();
}

const LEAF =
  '<svg xmlns="http://www.w3.org/2000/svg"><path d="M20 90C40 10 130 10 150 90 130 160 40 160 20 90" fill="none" stroke="#3d7a3f" stroke-width="6"/></svg>';

/**
 * Stores a drawing at an address of its own, and opens it, so that changes to it and to the view affect no
 * other.
 */
async function openOwn(page: Page, { sites }: Place, title: string, strokes: readonly Stroke[]) {
  await using proxy = await openTestProxy(sites.well);
  await open(page, proxy.url);
  const id = await storeLarge(page, title, strokes);
  await page.goto(`${proxy.url}/drawings/${id}`);
  await page.locator('.canvas[aria-busy=false]').waitFor();
  await page.locator('.air-chip time').first().waitFor();
}

/** Opens a drawing of its own and presses these keys, one after another. */
function keyed(name: string, keys: readonly string[], ready?: (page: Page) => Promise<void>): State {
  return {
    name,
    async reach(page, place) {
      const [piece] = GALLERY;
      await openOwn(page, place, piece?.title ?? '', piece?.strokes ?? []);
      for (const key of keys) await page.keyboard.press(key);
      await ready?.(page);
    },
  };
}

const message = (page: Page) =>
  page.getByRole('list', { name: shell.messages }).getByRole('listitem').first().waitFor();
const selection = (page: Page) => page.getByRole('toolbar', { name: tools.selection }).waitFor();

/** As many short strokes as a drawing may hold. */
function dashes(): Stroke[] {
  return Array.from({ length: STROKES_MAX }, (_, i): Stroke => {
    const [x, y] = [(i % 160) * 6, Math.floor(i / 160) * 5];
    return {
      points: [
        [x, y],
        [x + 4, y + 3 * Math.sin(i / 90)],
      ],
      color: '#3d7a3f',
      size: 1.5,
      tool: 'pen',
    };
  });
}

export const STUDIO_STATES: readonly State[] = [
  { name: 'studio-full', reach: (page, { full }) => openPiece(page, full.url) },
  { name: 'studio-dense', reach: (page, { full }) => openPiece(page, full.url, 'Shophouses') },
  {
    name: 'studio-empty',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
    },
  },
  {
    name: 'studio-colours',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await colorButton(page).click();
    },
  },
  {
    name: 'studio-brushes',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await brushButton(page).click();
    },
  },
  {
    name: 'studio-marks',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.keyboard.press('w');
      await markButton(page).click();
      await page.getByRole('slider', { name: tools.opacity }).fill('60');
    },
  },
  {
    name: 'studio-layers',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await layersButton(page).click();
      for (const place of [2, 3]) {
        await page.getByRole('button', { name: layers.add, exact: true }).click();
        await page.getByRole('radio', { name: layers.numbered(place) }).waitFor({ state: 'attached' });
      }
      await page.getByRole('button', { name: layers.multiply, exact: true }).click();
      await page.getByRole('button', { name: layers.visible(layers.numbered(2)) }).click();
    },
  },
  {
    name: 'studio-layers-long-name',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
      await layersButton(page).click();
      await page
        .getByLabel(layers.name, { exact: true })
        .fill('The far bank, with all its trees and reeds in the morning');
      await page.getByText(layers.nameFull(LAYER_NAME_MAX)).waitFor();
    },
  },
  {
    name: 'studio-replay',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
      await page.getByRole('button', { name: new RegExp(`^${replay.menu}`) }).click();
      await page.getByRole('button', { name: replay.saveGif }).waitFor();
    },
  },
  {
    name: 'studio-pressure',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await markButton(page).click();
      await page.getByRole('button', { name: feel.pressureButton }).click();
      await page.getByRole('slider', { name: feel.softness }).fill('14');
    },
  },
  {
    name: 'studio-left-handed',
    async reach(page, place) {
      const [piece] = GALLERY;
      await openOwn(page, place, piece?.title ?? '', piece?.strokes ?? []);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
      await page.getByRole('button', { name: studio.menu.leftHanded }).click();
      await page.keyboard.press('n');
    },
  },
  {
    name: 'studio-view',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      const button = viewButton(page);
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: 'studio-export',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.getByRole('button', { name: exporting.export, exact: true }).click();
    },
  },
  {
    name: 'studio-delayed',
    async reach(page, { sites }) {
      await open(page, sites.delayed);
      await newDrawing(page);
      await page.locator('.air-chip .chip-delay').first().waitFor();
    },
  },
  {
    name: 'studio-storage-full',
    async reach(page, { small }) {
      const quota = await fillStorage(page, small);
      await newDrawing(page);
      await scribble(page);
      await page.getByRole('status').getByText(saving.saved).waitFor({ state: 'attached' });
      await quota.fill();
      await scribble(page);
      await page.locator('.studio-trouble').waitFor();
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
    },
  },
  {
    name: 'studio-not-opened',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      const url = page.url();
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The storage is broken', 'UnknownError');
        };
      });
      await page.goto(`${url}?transport=inline`);
      await page.getByText(studio.notOpened).waitFor();
    },
  },
  { name: 'gallery-unsaved', reach: drawUnsaved },
  {
    name: 'gallery-discard',
    async reach(page, place) {
      await drawUnsaved(page, place);
      await page.getByRole('button', { name: gallery.more, exact: true }).click();
      await page.getByRole('menuitem', { name: gallery.discard }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'gallery-unsaved-menu',
    async reach(page, place) {
      await drawUnsaved(page, place);
      await page.getByRole('button', { name: gallery.more, exact: true }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'studio-pen',
    async reach(page, place) {
      await openOwn(page, place, '', []);
      await scribble(page, { device: 'pen' });
      await page.getByText(tools.stylusSeen).waitFor();
      // A message stays while it has the pointer. Near a stroke it fades for a moment.
      await page.locator('.toast').dispatchEvent('pointerenter');
      await page.locator('[data-fading]').first().waitFor({ state: 'detached' });
    },
  },
  {
    name: 'studio-finger',
    async reach(page, place) {
      await openOwn(page, place, '', []);
      await scribble(page, { device: 'pen' });
      const told = page.getByText(tools.fingersPan);
      // Right after the pen, a touch is taken for the palm, so it is repeated.
      while (!(await told.isVisible())) await swipe(page);
    },
  },
  {
    name: 'studio-drawing',
    async reach(page, place) {
      const [piece] = GALLERY;
      await openOwn(page, place, piece?.title ?? '', piece?.strokes ?? []);
      const dock = await page.getByRole('toolbar', { name: tools.dock }).boundingBox();
      if (!dock) throw new Error('There is no dock.');
      const { x, y } =
        dock.width > dock.height ? { x: dock.x, y: dock.y - 30 } : { x: dock.x + dock.width + 30, y: dock.y };
      const points = Array.from({ length: 20 }, (_, i): [number, number] => [x + i * 6, y - i]);
      await draw(page, [{ points, pressure: undefined }], { device: 'mouse', lift: false });
      await page.locator('.dock[data-fading]').waitFor({ state: 'attached' });
    },
  },
  keyed('studio-eraser', ['e'], async (page) => {
    await markButton(page).click();
  }),
  keyed('studio-paper-only', ['f'], (page) =>
    page.getByRole('button', { name: studio.exitFullScreen }).waitFor(),
  ),
  {
    name: 'studio-not-taken',
    async reach(page, place) {
      await openOwn(page, place, 'Rain, Tekong', dashes());
      await page.getByRole('button', { name: studio.notNow }).click();
      await scribble(page);
      await page.getByText(studio.notTaken).waitFor();
    },
  },
  {
    name: 'studio-missing',
    async reach(page, { full }) {
      await open(page, full.url, '/drawings/00000000-0000-4000-8000-000000000000');
      await page.getByText(studio.notFound).waitFor();
    },
  },
  keyed('studio-lasso', ['Control+a'], selection),
  keyed('studio-lasso-message', ['a', 'Control+a'], async (page) => {
    await message(page);
    await selection(page);
  }),
  keyed('studio-stamp', ['a'], message),
  keyed('studio-keys', ['?'], (page) => page.getByRole('dialog').waitFor()),
  keyed('studio-map', ['n'], (page) => page.locator('.small-map').waitFor()),
  keyed(
    'studio-lost',
    Array.from({ length: 12 }, () => 'Shift+ArrowRight'),
    (page) => page.getByRole('button', { name: studio.backToDrawing }).waitFor(),
  ),
  {
    name: 'studio-more',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
    },
  },
  {
    name: 'studio-night',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
      await page.getByRole('radio', { name: papers.names.night, exact: true }).check({ force: true });
      await page.keyboard.press('Escape');
      await scribble(page);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
    },
  },
  {
    name: 'studio-pattern',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
      await page.getByRole('radio', { name: papers.patterns.isometric, exact: true }).check({ force: true });
      await page.getByRole('slider', { name: papers.step, exact: true }).waitFor();
    },
  },
  {
    name: 'studio-perspective',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
      await page.getByRole('radio', { name: papers.guides.two, exact: true }).check({ force: true });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: papers.point(2, 2, false), exact: true }).waitFor();
    },
  },
  {
    name: 'studio-perspective-menu',
    async reach(page, { full }) {
      await openPiece(page, full.url);
      await page.getByRole('button', { name: studio.more, exact: true }).click();
      await page.getByRole('radio', { name: papers.guides.three, exact: true }).check({ force: true });
      await page.getByRole('button', { name: papers.arrange, exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'studio-import',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
      await importOnto(page, 'Leaf.svg', LEAF);
    },
  },
  {
    name: 'studio-import-refused',
    async reach(page, { full }) {
      await open(page, full.url);
      await newDrawing(page);
      await importOnto(page, 'Not a drawing.svg', `${LEAF}<script/>`);
    },
  },
  {
    name: 'studio-limit',
    async reach(page, place) {
      await openOwn(page, place, 'Rain, Tekong', dashes());
      await page.getByRole('region', { name: studio.full }).waitFor();
    },
  },
];
