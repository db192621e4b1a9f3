/** The interface of a browser for the tests, whichever engine it has. */

export type Device = 'mouse' | 'touch' | 'pen';

export type Modifier = 'Alt' | 'Control' | 'Shift';

/** CSS px in the window; integers, because WebDriver moves a pointer by whole pixels. */
export type Place = readonly [x: number, y: number];

/** A running browser with one page. */
export interface Engine {
  /** Name and version. */
  readonly version: string;
  /** Kinds of pointer that it can simulate. */
  readonly devices: readonly Device[];
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Runs a function in the page and waits for its result. The function cannot use variables from here;
   * arguments and result are JSON.
   */
  run<A extends readonly Json[], R>(task: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /**
   * Puts the pointer down at the first place, moves it through all of them and lifts it at the last.
   * @param before runs before it is lifted
   */
  stroke(device: Device, places: readonly Place[], before?: () => Promise<unknown>): Promise<void>;
  /** Presses a key, while the modifiers are held down. `key`: as in `KeyboardEvent.key`. */
  press(key: string, ...modifiers: readonly Modifier[]): Promise<void>;
  /** Holds a modifier down while `work` runs. */
  holding(modifier: Modifier, work: () => Promise<unknown>): Promise<void>;
  /** Restarts the browser with its storage; undefined if it keeps none. */
  readonly restart: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An expression that calls the function in the page: a promise of its result as JSON. */
export function callOf(task: (...args: never) => unknown, args: readonly Json[]): string {
  return `(async () => JSON.stringify((await (${String(task)})(...${JSON.stringify(args)})) ?? null))()`;
}

/** A kind of browser that may be installed. */
export interface EngineKind {
  readonly name: 'firefox' | 'webkit';
  /** Its Debian packages. */
  readonly packages: string;
  /** Its paths and commands that are missing. */
  missing(): readonly string[];
  launch(): Promise<Engine>;
  /** True if it keeps its storage when closed. */
  readonly keeps: boolean;
  /**
   * True if it can run `watch` (watch.ts) before anything of a page. If not, the site adds that to the
   * beginning of the app's own script, and misses what the page's markup does before.
   */
  readonly watches: boolean;
}
