/** The gallery as a person uses it: by roles and names. */
import type { Locator, Page } from 'playwright/test';
import { gallery } from '../../../../src/app/words/en/gallery/gallery.ts';
import { shell } from '../../../../src/app/words/en/shell.ts';

export const count = (page: Page): Locator => page.locator('.gallery-count');
export const grid = (page: Page): Locator => page.getByRole('list', { name: 'Drawings', exact: true });
export const cards = (page: Page): Locator => grid(page).getByRole('listitem');
export const link = (page: Page, title: string): Locator =>
  grid(page).getByRole('link', { name: title, exact: true });
export const check = (page: Page, title: string): Locator =>
  page.getByRole('checkbox', { name: title, exact: true });
export const search = (page: Page): Locator => page.getByRole('searchbox', { name: gallery.search });
/** The messages of the page. A dialog has a list of its own, as long as it stands. */
export const messages = (page: Page): Locator =>
  page.getByRole('list', { name: shell.messages }).and(page.locator(':not(dialog *)'));
/** The bar of actions for the selected drawings. */
export const bar = (page: Page): Locator => page.getByRole('region', { name: gallery.selection });

/** Starts selecting. */
export async function select(page: Page): Promise<void> {
  await page.getByRole('button', { name: gallery.select, exact: true }).click();
}

/** Moves all selected drawings to the trash. */
export async function trashSelected(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Move to Trash', exact: true }).click();
}
