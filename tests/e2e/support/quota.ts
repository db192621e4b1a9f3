/** A device whose storage is full for one origin. */
import type { Page } from 'playwright/test';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask, type PlainResponse } from '../../support/worker.ts';

/** Enough for the app itself and a few drawings. */
const SMALL = 4.5 * 1024 * 1024;
const LARGE_BODY = 4.9 * 1024 * 1024;

export interface Quota {
  /** Fills the storage. Returns the response to a drawing that is larger than the rest. */
  fill(): Promise<PlainResponse>;
  /** Leaves no space, not even what the browser frees. */
  close(): Promise<void>;
  /** Takes 256 KB of the small quota away: more than browsers free when they tidy their files. */
  tighten(): Promise<void>;
  /** Restores the browser's own quota. */
  free(): Promise<void>;
}

/**
 * Gives an origin a small quota, before it is opened for the first time. Chromium remembers for half a minute
 * how much space it last saw, so there must never have been more than one request can use. The quota lasts
 * until it is changed, or the page closes.
 */
export async function smallDevice(page: Page, origin: string): Promise<Quota> {
  const session = await page.context().newCDPSession(page);
  const override = async (given: { quotaSize?: number }) =>
    void (await session.send('Storage.overrideQuotaForOrigin', { origin, ...given }));
  await override({ quotaSize: SMALL });
  const close = () => override({ quotaSize: 1 });
  return {
    async fill() {
      await close();
      return putLarge(page);
    },
    close,
    tighten: () => override({ quotaSize: SMALL - 256 * 1024 }),
    free: () => override({}),
  };
}

/** Stores a drawing as large as a request may be, without the page's own queue. */
function putLarge(page: Page): Promise<PlainResponse> {
  const [stroke] = realStrokes(1);
  const count = Math.floor(LARGE_BODY / (JSON.stringify(stroke).length + 1));
  return ask(page, `/api/v1/drawings/${crypto.randomUUID()}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
    body: JSON.stringify({ title: 'Large', strokes: Array.from({ length: count }, () => stroke), thumb: '' }),
  });
}
