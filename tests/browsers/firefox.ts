/** Debian's Firefox over WebDriver BiDi, headless, with its own profile and home. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core';
import { callOf, type Device, type Engine, type EngineKind, type Place } from './engine.ts';
import { endGroup, guardGroup, makeHome, removeHome } from './processes.ts';
import { watch } from './watch.ts';

const path = process.env.FIREFOX || '/usr/bin/firefox-esr';

export const firefox: EngineKind = {
  name: 'firefox',
  packages: 'firefox-esr',
  keeps: true,
  watches: true,
  missing: () => (existsSync(path) ? [] : [path]),
  launch,
};

async function launch(): Promise<Engine> {
  const home = makeHome();
  let [browser, page] = await open(home);
  return {
    version: await browser.version(),
    devices: ['mouse', 'touch'],
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    run: async (task, ...args) => JSON.parse(String(await page.evaluate(callOf(task, args)))),
    stroke: (device, places, before) => stroke(page, device, places, before),
    async press(key, ...modifiers) {
      for (const one of modifiers) await page.keyboard.down(one);
      await page.keyboard.press(key as KeyInput);
      for (const one of modifiers.toReversed()) await page.keyboard.up(one);
    },
    async holding(modifier, work) {
      await page.keyboard.down(modifier);
      await work();
      await page.keyboard.up(modifier);
    },
    async restart() {
      await close(browser);
      [browser, page] = await open(home);
    },
    async close() {
      await close(browser);
      removeHome(home);
    },
  };
}

async function open(home: string): Promise<[Browser, Page]> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: path,
    headless: true,
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home },
    defaultViewport: { width: 1280, height: 800 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    extraPrefsFirefox: { 'app.update.enabled': false },
  });
  const pid = browser.process()?.pid;
  if (pid !== undefined) guardGroup(pid);
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(watch);
  return [browser, page];
}

async function close(browser: Browser): Promise<void> {
  const pid = browser.process()?.pid;
  try {
    await browser.close();
  } finally {
    await endGroup(pid);
  }
}

async function stroke(
  page: Page,
  device: Device,
  places: readonly Place[],
  before?: () => Promise<unknown>,
): Promise<void> {
  const [[x, y], ...rest] = places as [Place, ...Place[]];
  if (device === 'touch') {
    const finger = await page.touchscreen.touchStart(x, y);
    for (const place of rest) await finger.move(...place);
    await before?.();
    await finger.end();
    return;
  }
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const place of rest) await page.mouse.move(...place);
  await before?.();
  await page.mouse.up();
}
