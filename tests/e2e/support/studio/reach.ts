/**
 * Checks that everything on the page can be hit, seen and reached by people who need it large or have no mouse.
 */
import { expect, type Page } from 'playwright/test';

/** Least size of a finger's target, and least height of a link that is a word of a list, CSS px. */
const TARGET = { control: 44, link: 24 };

/** Controls smaller than a finger's target. A link within a sentence may be as small as the sentence. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((target) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=checkbox], [role=menuitem], [role=tab]',
    );
    const small: string[] = [];
    for (const control of controls) {
      if (control.closest('[aria-hidden=true], .skip') || !control.checkVisibility()) continue;
      const isLink = control.matches('a') && getComputedStyle(control).display === 'inline';
      const around = control.closest('p, li, dd, td')?.textContent.replace(control.textContent, '') ?? '';
      if (isLink && /[.:;]/.test(around)) continue;
      const least = isLink ? target.link : target.control;
      // A label around a control belongs to its target.
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      const isWide = isLink || width >= least - 0.5;
      if (width === 0 || (isWide && height >= least - 0.5)) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
      small.push(`${control.tagName} ${name} ${width.toFixed(0)} x ${height.toFixed(0)}`);
    }
    return small;
  }, TARGET);
}

/** How much wider the page is than the screen, px. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
}

/** Waits until the page is laid out for a window of this width, px, and nothing is wider. */
export async function fits(page: Page, width: number): Promise<void> {
  const widths = () =>
    page.evaluate(() => ({ window: innerWidth, page: document.documentElement.scrollWidth }));
  await expect.poll(widths).toEqual({ window: width, page: width });
}

/** Controls that lie partly outside of the screen and cannot be scrolled to. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const out: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('.studio :is(a, button, input, select)')) {
      if (!control.checkVisibility() || control.closest('[aria-hidden=true]')) continue;
      const box = (control.closest('label') ?? control).getBoundingClientRect();
      const scrolls = control.closest('.panel, .menu, dialog');
      if (scrolls && scrolls.scrollHeight > scrolls.clientHeight) continue;
      if (box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1)
        continue;
      out.push(
        `${control.getAttribute('aria-label') ?? control.textContent} at ${Math.round(box.left)}, ${Math.round(box.top)}`,
      );
    }
    return out;
  });
}

/**
 * Presses Tab through everything, and arrow keys through toolbars. Returns the elements that had the focus
 * without showing it.
 */
export async function unseenFocus(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  const seen = new Set<string>();
  let isInBar = false;
  let last = 0;
  // A round of Tab through everything meets something new with every tenth press at least.
  for (let presses = 0; presses < 160 && presses - last <= 40; presses += 1) {
    await page.keyboard.press(isInBar && presses % 4 > 0 ? 'ArrowRight' : 'Tab');
    const { name, shows, inBar } = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) {
        return { name: '', shows: true, inBar: false };
      }
      const outlined = (one: Element | null) => {
        if (!one) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      };
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`;
      const beside = element.nextElementSibling;
      return {
        name,
        shows: outlined(element) || outlined(element.closest('label')) || outlined(beside),
        inBar: element.closest('[role=toolbar]') !== null,
      };
    });
    isInBar = inBar;
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    last = presses;
    if (!shows) unseen.push(name);
  }
  // Where the round ends is chance. The skip link would cover what the test presses next.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return unseen;
}
