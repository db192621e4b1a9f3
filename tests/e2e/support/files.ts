/** Files as a person brings them: picked, dropped, shared by another app, or opened with the installed one; and takes them. */
import assert from 'node:assert/strict';
import type { Download, Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { exporting } from '../../../src/app/words/en/exporting.ts';
import { imports } from '../../../src/app/words/en/import.ts';
import type { Layer, Stroke } from '../../../src/core/drawing/types.ts';
import { storedList } from './ink/stored.ts';
import { canvas, openDrawing } from './studio/studio.ts';

export interface TestFile {
  readonly name: string;
  readonly type?: string;
  readonly text: string;
}

const SVG = 'image/svg+xml';

export function svgFile(name: string, inside: string): TestFile {
  return { name, type: SVG, text: `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>` };
}

/** Drags files over the page, so that a test can check the page before `drop`. */
export async function dragFiles(
  page: Page,
  files: readonly TestFile[],
  at = { x: 500, y: 400 },
): Promise<void> {
  await sendDrag(page, 'dragover', files, at);
}

export async function dropFiles(
  page: Page,
  files: readonly TestFile[],
  at = { x: 500, y: 400 },
): Promise<void> {
  await sendDrag(page, 'dragover', files, at);
  await sendDrag(page, 'drop', files, at);
}

/** The browser's own event with the browser's own files. Only the gesture is simulated. */
async function sendDrag(
  page: Page,
  kind: string,
  files: readonly TestFile[],
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const taken = await page.evaluate(
    ({ kind, files, at }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type = '', text } of files) dataTransfer.items.add(new File([text], name, { type }));
      const under = document.elementFromPoint(at.x, at.y) ?? document.body;
      const event = new DragEvent(kind, {
        bubbles: true,
        cancelable: true,
        dataTransfer,
        clientX: at.x,
        clientY: at.y,
      });
      return !under.dispatchEvent(event);
    },
    { kind, files, at },
  );
  expect(taken, `the page takes the ${kind} itself`).toBe(true);
}

export async function pickFiles(page: Page, files: readonly TestFile[]): Promise<void> {
  await page
    .getByLabel('Files to import')
    .setInputFiles(
      files.map(({ name, type = '', text }) => ({ name, mimeType: type, buffer: Buffer.from(text) })),
    );
}

/** The message with the progress and the result of an import. */
export function importCard(page: Page): Locator {
  return page.getByRole('region', { name: imports.region, exact: true });
}

/** One stroke in an SVG. */
export const LINE = '<path d="M0 0L100 50" fill="none" stroke="#1f4fae" stroke-width="4"/>';

/** Stores a drawing through the API and opens it. */
export async function openStored(
  page: Page,
  url: string,
  strokes: readonly Stroke[],
  title = 'Rain tree',
  layers?: readonly Layer[],
): Promise<string> {
  const id = crypto.randomUUID();
  const status = await page.evaluate(
    async ({ id, body }) => {
      const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' };
      return (await fetch(`/api/v1/drawings/${id}`, { method: 'PUT', headers, body })).status;
    },
    { id, body: JSON.stringify({ title, strokes, thumb: '', layers }) },
  );
  assert.equal(status, 201);
  await openDrawing(page, url, id);
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'false');
  return id;
}

/** The entries of the list, once there are this many. */
export async function listed(page: Page, count: number) {
  await expect.poll(async () => (await storedList(page)).length).toBe(count);
  return storedList(page);
}

/** Exports the open drawing in a format, with these choices. */
export async function exportAs(
  page: Page,
  format: string,
  options: readonly string[] = [],
): Promise<Download> {
  await page.getByRole('button', { name: exporting.export, exact: true }).click();
  await page.getByRole('radio', { name: format }).check();
  for (const option of options) await page.getByRole('radio', { name: option, exact: true }).check();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: exporting.save, exact: true }).click();
  return downloaded;
}
