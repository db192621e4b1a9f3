/** Finds things on the page as a person does, by roles and names, in any engine. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';

/** Longer than anything takes on a busy machine. */
const TIMEOUT = 20_000;

/** Elements with a role of their own or by attribute, as CSS selectors. */
const ROLES = {
  application: '[role=application]',
  button: 'button',
  choice: 'label:has(input[type=radio])',
  field: 'input[type=text], input:not([type])',
  heading: 'h1',
  link: 'a[href]',
  list: 'ul[aria-label]',
  main: 'main',
  menuitem: '[role=menuitem]',
  select: 'select',
  slider: '[role=slider], input[type=range]',
  status: '[role=status]',
  tab: '[role=tab]',
} as const;

export type Role = keyof typeof ROLES;

/** A visible element; CSS px in the window. */
export interface Found {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Its text, with white space collapsed. */
  readonly text: string;
  /** Targets of the links in it. */
  readonly links: readonly string[];
  /** True if a click in its middle would hit it, and it does not move. */
  readonly reachable: boolean;
  /** Its value in words. */
  readonly value: string;
}

/** Repeats `ask` until it returns anything but undefined and false. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    const result = await ask();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > deadline) assert.fail(`waited ${TIMEOUT / 1000} s in vain: ${what}`);
    await sleep(30);
  }
}

/** The first visible element of the role, with exactly this name if one is given. */
export async function find(engine: Engine, role: Role, name?: string): Promise<Found | undefined> {
  return (await engine.run(seek, ROLES[role], name ?? null)) ?? undefined;
}

export function visible(engine: Engine, role: Role, name?: string): Promise<Found> {
  return until(`${role} ${name ?? ''} can be seen`, () => find(engine, role, name));
}

/** Waits until the element's text matches. */
export async function reads(engine: Engine, role: Role, words: RegExp): Promise<string> {
  let last = '';
  return until(`${role} reads ${words}`, async () => {
    last = (await find(engine, role))?.text ?? '';
    return words.test(last) ? last : false;
  }).catch((error: unknown) => {
    throw new Error(`It reads: ${last}`, { cause: error });
  });
}

/**
 * Clicks on an element, after moving the mouse there.
 * @param at parts of its width and height from its left top corner; the default is its middle
 */
export async function click(
  engine: Engine,
  role: Role,
  name: string,
  at: readonly [across: number, down: number] = [0.5, 0.5],
): Promise<void> {
  const { x, y, width, height } = await until(`${role} ${name} can be clicked`, async () => {
    const found = await find(engine, role, name);
    return found?.reachable ? found : undefined;
  });
  await engine.stroke('mouse', [[Math.round(x + width * at[0]), Math.round(y + height * at[1])]]);
}

/** Waits two frames: what the page says then comes after everything that happened to it. */
export async function drawn(engine: Engine): Promise<void> {
  await engine.run(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Runs in the page. */
async function seek(selector: string, name: string | null): Promise<Found | null> {
  const oneLine = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const nameOf = (one: Element) => {
    if (one instanceof HTMLInputElement || one instanceof HTMLSelectElement) {
      return oneLine(one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? '');
    }
    const inner = one instanceof HTMLLabelElement && one.querySelector('input')?.getAttribute('aria-label');
    if (inner) return inner;
    const copy = document.importNode(one, true);
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return oneLine(one.getAttribute('aria-label') ?? copy.textContent);
  };
  const element = [...document.querySelectorAll(selector)].find((one) => {
    if (name !== null && nameOf(one) !== name) return false;
    return one.checkVisibility({ visibilityProperty: true });
  });
  if (element === undefined) return null;
  element.scrollIntoView({ block: 'nearest' });
  const before = element.getBoundingClientRect();
  await frames();
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(Math.round(x + width / 2), Math.round(y + height / 2));
  const rests = x === before.x && y === before.y && width === before.width && height === before.height;
  return {
    x,
    y,
    width,
    height,
    text: oneLine(element.textContent),
    links: [...element.querySelectorAll('a')].map(({ pathname }) => pathname),
    reachable: rests && element.contains(top),
    value: element.getAttribute('aria-valuetext') ?? '',
  };
}
