/** Devices and pages that hear of changes: their streams, and strokes that go from one to another. */
import type { Page } from 'playwright/test';
import { shared as words } from '../../../src/app/words/en/shared.ts';
import { apiOf } from '../../server/program.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect } from '../support/site.ts';
import { acknowledged, drawReal, openDrawing } from '../support/studio/studio.ts';
import { type Device, type ServerAccess, settle } from '../support/sync.ts';

/** Less than the half minute after which devices ask anyway. */
export const SOON = { timeout: 15_000 };

/** How many streams the present document of a page has opened. */
const opened = new WeakMap<Page, number>();

/** Counts the streams that a page opens after its next load. */
export function countStreams(page: Page): void {
  page.on('domcontentloaded', () => void opened.set(page, 0));
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/live' && response.ok()) opened.set(page, streamsOf(page) + 1);
  });
}

export const streamsOf = (page: Page) => opened.get(page) ?? 0;

/** Resolves once the page has opened so many streams. */
export async function streaming(page: Page, times = 1): Promise<void> {
  await expect.poll(() => streamsOf(page), SOON).toBeGreaterThanOrEqual(times);
}

/** A device with the drawing open, and its stream. */
export async function watching(device: Device, id: string): Promise<void> {
  await settle(device);
  countStreams(device.page);
  await openDrawing(device.page, device.site.url, id);
  await streaming(device.page);
}

/** Draws on one device, and waits until the other has it by itself. */
export async function isStored(from: Device, to: Device, id: string) {
  await drawReal(from.page, 1);
  const strokes = await acknowledged(from.page, id);
  await expect.poll(async () => (await storedStrokes(to.page, id)).length, SOON).toBe(strokes.length);
  return strokes;
}

/** The same, and until the other shows it. */
export async function arrives(from: Device, to: Device, id: string): Promise<void> {
  const strokes = await isStored(from, to, id);
  await expect.poll(() => missingOnScreen(to.page, strokes), SOON).toEqual([]);
}

/** The same twice: devices look every half a minute anyway, so only one stroke could come by chance. */
export async function arrivesAtOnce(from: Device, to: Device, id: string): Promise<void> {
  await arrives(from, to, id);
  await arrives(from, to, id);
}

/** The path of a link to the drawing. */
export async function shareOf(server: ServerAccess, id: string): Promise<string> {
  const response = await apiOf(server)('POST', `/drawings/${id}/shares`, { body: {} });
  return ((await response.json()) as { url: string }).url;
}

/** The paper of a link's page, once it has so many strokes. */
export const picture = (page: Page, strokes: number) =>
  page.getByRole('img', { name: words.picture(strokes), exact: true });

/**
 * Watches one place with ink, frame by frame, until the paper has this name and some frames more. Runs in the page.
 * @returns how often there was no ink at that place
 */
export function inkStaysUntil(name: string): Promise<{ frames: number; gaps: number }> {
  const paper = document.querySelector('.canvas');
  const layers = [...document.querySelectorAll<HTMLCanvasElement>('.canvas canvas')];
  const inkedAt = (layer: HTMLCanvasElement) => {
    const data = layer.getContext('2d')?.getImageData(0, 0, layer.width, layer.height).data;
    return data?.findIndex((value, i) => i % 4 === 3 && value === 255) ?? -1;
  };
  return new Promise((resolve) => {
    let place: { layer: HTMLCanvasElement; x: number; y: number } | undefined;
    let frames = 0;
    let gaps = 0;
    let left = 30;
    const look = () => {
      if (place === undefined) {
        for (const layer of layers) {
          const at = (inkedAt(layer) - 3) / 4;
          if (at >= 0) place = { layer, x: at % layer.width, y: Math.floor(at / layer.width) };
        }
      } else {
        const alpha = place.layer.getContext('2d')?.getImageData(place.x, place.y, 1, 1).data[3];
        frames += 1;
        if (alpha !== 255) gaps += 1;
      }
      if (paper?.getAttribute('aria-label') === name) left -= 1;
      if (left === 0) resolve({ frames, gaps });
      else requestAnimationFrame(look);
    };
    // The view has moved by then.
    requestAnimationFrame(() => requestAnimationFrame(look));
  });
}
