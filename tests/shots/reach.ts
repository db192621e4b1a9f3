/** How to bring a page to the state of a picture. */
import type { BrowserContext, Page } from 'playwright';
import { exporting } from '../../src/app/words/en/exporting.ts';
import { gallery } from '../../src/app/words/en/gallery/gallery.ts';
import type { TestProxy } from '../support/test-proxy.ts';
import { controlled } from '../support/worker.ts';
import type { Look } from './looks.ts';
import type { Sites } from './sites.ts';

/** Where one look takes its pictures: a browser context and addresses of its own. */
export interface Place {
  readonly look: Look;
  readonly context: BrowserContext;
  readonly sites: Sites;
  /** Origin with many drawings in its gallery. */
  readonly full: TestProxy;
  /** An address that was never visited. */
  readonly fresh: TestProxy;
  /** An address with a small quota. */
  readonly small: TestProxy;
  /** An address for states that add many drawings, so that the other galleries stay unchanged. */
  readonly many: TestProxy;
  /** The same server under a name that is not secure. */
  readonly insecure: string;
}

export interface State {
  /** `view-state` */
  readonly name: string;
  /** Brings a new page to the state. */
  reach(page: Page, place: Place): Promise<void>;
}

const RAIN_TREE = 'Rain tree, Fort Canning';

/** Opens a path of the address, and waits until the worker controls the page. */
export async function open(page: Page, url: string, path = '/'): Promise<void> {
  await page.goto(`${url}${path}`);
  await controlled(page);
}

export function cardLink(page: Page, title: string) {
  return page.getByRole('list', { name: gallery.tabs.all, exact: true }).getByRole('link', { name: title });
}

export async function openPiece(page: Page, url: string, title = RAIN_TREE): Promise<void> {
  await open(page, url);
  await cardLink(page, title).click();
  await page.getByRole('button', { name: exporting.export, exact: true }).waitFor();
}

export function plain(name: string, path: string): State {
  return { name, reach: (page, { full }) => open(page, full.url, path) };
}
