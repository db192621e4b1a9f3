/** What the tests need of a browser, whichever engine it is. */

export type Device = 'mouse' | 'touch' | 'pen';

/** CSS px in the window; whole ones, since that is all that WebDriver moves a pointer by. */
export type Place = readonly [x: number, y: number];

/** A running browser with one page. */
export interface Engine {
  /** Name and version. */
  readonly version: string;
  /** What it can point with. */
  readonly devices: readonly Device[];
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page and waits for what it returns. It sees nothing of its surroundings here; arguments
   * and result are JSON.
   */
  run<A extends readonly Json[], R>(task: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Puts the pointer down at the first place, moves it over all of them and lifts it at the last. */
  stroke(device: Device, places: readonly Place[]): Promise<void>;
  /** Closes the browser and starts it again with all that it kept; undefined where it keeps nothing. */
  readonly restart: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The expression that calls a function in the page: a promise of its result as JSON. */
export function callOf(task: (...args: never) => unknown, args: readonly Json[]): string {
  return `(async () => JSON.stringify((await (${String(task)})(...${JSON.stringify(args)})) ?? null))()`;
}

/** A browser that may be installed here. */
export interface EngineKind {
  readonly name: 'firefox' | 'webkit';
  /** Debian's packages. */
  readonly packages: string;
  /** What of it is not here: paths and commands. */
  missing(): readonly string[];
  launch(): Promise<Engine>;
  /** Does a browser of this kind keep anything when it is closed? */
  readonly keeps: boolean;
  /**
   * Can it run `watch` (watch.ts) before anything of a page? Where it cannot, the site delivers it at the beginning of
   * the app's own script, and what the page's markup does before that is not seen.
   */
  readonly watches: boolean;
}
