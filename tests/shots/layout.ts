/** Finds texts that a layout has no room for: cut, beside their box, over one another, broken inside a word. */
import type { Page } from 'playwright';

/**
 * The faults of the page as it is shown, one line each.
 *
 * - `beside the window`: a text or control that is outside of the window's sides or touches them, and cannot be
 *   scrolled to
 * - `cut`: a text that its box hides in part; a person's text may end in an ellipsis
 * - `out of its box`: a text that runs over the border or ground of its box
 * - `over each other`: two texts of one layer in the same place
 * - `broken`: a word of the catalogue or a number in two lines; a person's text may break anywhere
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Least overlap that is a fault, px: less is rounding, or the space above and below letters. */
    const SLACK = 2;
    /** Height of the letters of a line as a share of their font size: boxes of lines may overlap. */
    const LETTERS = 0.7;
    interface Piece {
      readonly text: string;
      /** Where it is laid out, and what is seen of that. */
      readonly box: DOMRect;
      readonly seen: DOMRect;
      readonly element: HTMLElement;
      readonly layer: Element;
    }
    const faults = new Set<string>();
    const pieces: Piece[] = [];

    const said = (text: string) => `“${text.trim().slice(0, 40)}”`;
    const isSolid = (color: string) => color !== 'transparent' && !/[,/] ?0\)$/.test(color);
    const ofPerson = (element: HTMLElement) =>
      getComputedStyle(element).unicodeBidi === 'plaintext' ||
      element.closest('[dir=auto], [lang=en], code, pre, bdi') !== null;
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      }) && element.closest('.unseen, [inert]') === null;
    const scrolls = (way: string) => way === 'auto' || way === 'scroll';
    const hides = (way: string) => way === 'hidden' || way === 'clip';
    const within = (box: DOMRect, outer: DOMRect, x: boolean, y: boolean) => {
      const left = x ? Math.max(box.left, outer.left) : box.left;
      const top = y ? Math.max(box.top, outer.top) : box.top;
      const right = x ? Math.min(box.right, outer.right) : box.right;
      const bottom = y ? Math.min(box.bottom, outer.bottom) : box.bottom;
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    /** An element and what it is in, up to the page. */
    function* upwards(element: HTMLElement) {
      for (let one: HTMLElement | null = element; one && one !== document.body; one = one.parentElement)
        yield { one, style: getComputedStyle(one) };
    }
    const floats = ({ position }: CSSStyleDeclaration) =>
      position === 'fixed' || position === 'sticky' || position === 'absolute';
    /** What moves as one: a bar, a sheet, a menu, or the page. */
    const layerOf = (element: HTMLElement): Element => {
      for (const { one, style } of upwards(element)) {
        if (one.matches('dialog, [popover]') || style.position === 'fixed' || style.position === 'sticky')
          return one;
        if (style.position === 'absolute' && style.zIndex !== 'auto') return one;
      }
      return document.body;
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      const text = node.textContent ?? '';
      if (!element || text.trim() === '' || !isShown(element)) continue;
      if (element.matches('script, style, noscript, option')) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      const range = document.createRange();
      range.selectNodeContents(node);
      const layer = layerOf(element);
      for (const line of range.getClientRects()) {
        const high = Math.min(line.height, size * LETTERS);
        const box = new DOMRect(line.x, line.y + (line.height - high) / 2, line.width, high);
        let seen = box;
        for (const { one, style } of upwards(element)) {
          const [x, y] = [style.overflowX !== 'visible', style.overflowY !== 'visible'];
          if (x || y) seen = within(seen, one.getBoundingClientRect(), x, y);
          if (style.position === 'fixed') break;
        }
        if (seen.width > SLACK && seen.height > SLACK) pieces.push({ text, box, seen, element, layer });
      }
      if (ofPerson(element)) continue;
      for (const { 0: word, index } of text.matchAll(/[\p{Script=Latin}\p{M}]{4,24}|\d{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) faults.add(`broken: ${word}`);
      }
    }

    for (const { text, box, element } of pieces) {
      let isReached = false;
      for (const { one, style } of upwards(element)) {
        const outer = one.getBoundingClientRect();
        const beside = Math.max(outer.left - box.left, box.right - outer.right);
        const above = Math.max(outer.top - box.top, box.bottom - outer.bottom);
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') {
          if (Math.max(beside, above) > SLACK && !ofPerson(element)) faults.add(`cut: ${said(text)}`);
          isReached = true;
          break;
        }
        if (scrolls(style.overflowX)) isReached = true;
        if (!isReached && hides(style.overflowX) && beside > SLACK) faults.add(`cut: ${said(text)}`);
        if (hides(style.overflowY) && above > SLACK) faults.add(`cut: ${said(text)}`);
        const isBox = isSolid(style.backgroundColor) || Number.parseFloat(style.borderLeftWidth) > 0;
        const flows = style.display !== 'inline' && style.display !== 'contents';
        if (isBox && flows && !isReached && !scrolls(style.overflowY) && Math.max(beside, above) > SLACK)
          faults.add(`out of its box: ${said(text)}`);
        if (floats(style)) break;
      }
      if (!isReached && (box.left < SLACK || box.right > innerWidth - SLACK))
        faults.add(`beside the window: ${said(text)}`);
    }

    for (const control of document.querySelectorAll<HTMLElement>('a, button, input, select, textarea')) {
      const box = control.getBoundingClientRect();
      if (!isShown(control) || box.width < SLACK) continue;
      if (box.left >= -SLACK && box.right <= innerWidth + SLACK) continue;
      if ([...upwards(control)].some(({ style }) => scrolls(style.overflowX))) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      faults.add(`beside the window: ${said(name)}`);
    }

    for (const [i, one] of pieces.entries())
      for (const other of pieces.slice(i + 1)) {
        if (one.element === other.element || one.layer !== other.layer) continue;
        const [a, b] = [one.seen, other.seen];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > SLACK && high > SLACK)
          faults.add(`over each other: ${said(one.text)} and ${said(other.text)}`);
      }
    return [...faults];
  });
}
