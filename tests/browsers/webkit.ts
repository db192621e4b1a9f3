/** Debian's WebKitGTK: its WebDriver and its MiniBrowser, on a virtual display. It keeps no storage. */
import { once } from 'node:events';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { callOf, type Device, type Engine, type EngineKind, type Place } from './engine.ts';
import { endGroup, freePort, makeHome, removeHome, startGroup } from './processes.ts';

const BROWSERS = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';
const COMMANDS = ['WebKitWebDriver', 'Xvfb'];
const START_MS = 30_000;
const SCRIPT_MS = 60_000;
/** How long to wait for what the browser writes about an error that its driver has answered already. */
const WRITING_MS = 200;
/** How much to show of it, characters. */
const WRITTEN_MAX = 2000;

/**
 * Without a graphics card, Mesa's llvmpipe does OpenGL, and only one thread of a process may use it: to upload a
 * texture, a thread reads which textures all other threads draw with, and takes no lock (llvmpipe_flush_resource
 * in Mesa 22.3). Now and then that ended the page's process in the middle of a check. So the page and its
 * canvases are painted without OpenGL, and only the compositor's thread uses it.
 */
const WITHOUT_OPENGL = {
  env: { WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1' },
  args: ['--enable-2d-canvas-acceleration=false'],
};

export const webkit: EngineKind = {
  name: 'webkit',
  packages: 'webkit2gtk-driver xvfb',
  keeps: false,
  watches: false,
  missing: () => [
    ...COMMANDS.filter((command) => !isCommand(command)),
    ...(browserPath() === undefined ? [BROWSERS] : []),
  ],
  launch,
};

async function launch(): Promise<Engine> {
  const display = startGroup('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const home = makeHome();
  const pids = [display.pid];
  const end = async () => {
    for (const pid of pids.toReversed()) await endGroup(pid);
    removeHome(home);
  };
  try {
    const number = display.stdio[3];
    if (number == null) throw new Error('Xvfb did not start.');
    const [named] = await once(number, 'data', { signal: AbortSignal.timeout(START_MS) });
    const port = await freePort();
    const service = startGroup('WebKitWebDriver', [`--port=${port}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...WITHOUT_OPENGL.env, DISPLAY: `:${String(named).trim()}`, HOME: home },
    });
    pids.push(service.pid);
    let written = '';
    service.stderr?.on('data', (text) => {
      written = `${written}${text}`.slice(-WRITTEN_MAX);
    });
    const address = `http://127.0.0.1:${port}`;
    await answering(address);
    const driver = explaining(await newSession(address), () => written);
    return await engine(driver, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function newSession(address: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browserPath(), args: ['--automation', ...WITHOUT_OPENGL.args] },
  });
  const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
  await driver.manage().setTimeouts({ script: SCRIPT_MS, pageLoad: SCRIPT_MS });
  return driver;
}

/**
 * Adds to an error of the driver its command, and what driver and browser have written. If the page's process
 * ended, the driver's answer is an error without a message, and only the browser writes why.
 */
function explaining(driver: WebDriver, written: () => string): WebDriver {
  const { execute } = driver;
  driver.execute = async (command) => {
    try {
      return await execute.call(driver, command);
    } catch (error) {
      await sleep(WRITING_MS);
      throw new Error(`${command.getName()}: ${String(error)}\n${written()}`, { cause: error });
    }
  };
  return driver;
}

async function engine(driver: WebDriver, end: () => Promise<void>): Promise<Engine> {
  const capabilities = await driver.getCapabilities();
  return {
    version: `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`,
    devices: ['mouse', 'pen'],
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    async run(task, ...args) {
      const response: { json: string } | { error: string } = await driver.executeAsyncScript(
        `const done = arguments[0];
        ${callOf(task, args)}.then((json) => done({ json }), (error) => done({ error: String(error?.stack ?? error) }));`,
      );
      if ('error' in response) throw new Error(`in the page: ${response.error}`);
      return JSON.parse(response.json);
    },
    stroke: (device, places, before) => stroke(driver, device, places, before),
    async press(key, ...modifiers) {
      const codes = [...modifiers, key].map(codeOf);
      await act(driver, keyboard([...codes.map(down), ...codes.toReversed().map(up)]));
    },
    async holding(modifier, work) {
      await act(driver, keyboard([down(codeOf(modifier))]));
      await work();
      await act(driver, keyboard([up(codeOf(modifier))]));
    },
    restart: undefined,
    async close() {
      try {
        await driver.quit();
      } finally {
        await end();
      }
    },
  };
}

async function stroke(
  driver: WebDriver,
  device: Device,
  places: readonly Place[],
  before?: () => Promise<unknown>,
): Promise<void> {
  const [first, ...rest] = places.map(([x, y]) => {
    return { type: 'pointerMove', origin: 'viewport', duration: 0, x, y };
  });
  const pointer = (actions: readonly unknown[]) => {
    return act(driver, { type: 'pointer', id: device, parameters: { pointerType: device }, actions });
  };
  const lift = { type: 'pointerUp', button: 0 };
  const drawn = [first, { type: 'pointerDown', button: 0 }, ...rest];
  await pointer(before ? drawn : [...drawn, lift]);
  if (!before) return;
  await before();
  await pointer([lift]);
}

/** Performs the actions of one device. What is down at their end stays down. */
function act(driver: WebDriver, source: object): Promise<void> {
  return driver.execute(new Command(Name.ACTIONS).setParameter('actions', [source]));
}

function keyboard(actions: readonly object[]) {
  return { type: 'key', id: 'keyboard', actions };
}

const down = (value: string) => ({ type: 'keyDown', value });
const up = (value: string) => ({ type: 'keyUp', value });

/** How WebDriver writes a key. */
function codeOf(key: string): string {
  const named: Readonly<Record<string, string>> = {
    Alt: Key.ALT,
    Control: Key.CONTROL,
    Delete: Key.DELETE,
    Shift: Key.SHIFT,
    ArrowDown: Key.ARROW_DOWN,
    ArrowRight: Key.ARROW_RIGHT,
    End: Key.END,
    Enter: Key.ENTER,
    Escape: Key.ESCAPE,
    Home: Key.HOME,
  };
  return named[key] ?? key;
}

/** Waits until the driver accepts sessions. */
async function answering(address: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const ready = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer.');
    await sleep(20);
  }
}

function browserPath(): string | undefined {
  return globSync(BROWSERS).sort().at(-1);
}

function isCommand(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    const file = join(folder, name);
    if (!existsSync(file)) return false;
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
