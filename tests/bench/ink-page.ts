/** What runs in the page while ink is measured there: it moves the view, and notes frames and what they cost. */

export interface Passage {
  /** ms between frames, in turn. */
  readonly frames: readonly number[];
  /** ms of the longest task; 0 when none was long (50 ms or more). */
  readonly longest: number;
  /** ms of the page's own work at each move, in turn. */
  readonly work: readonly number[];
  /** Frames from each move to the one that shows it. */
  readonly latency: readonly number[];
}

export interface Opening {
  /** ms from the press to the first picture of the drawing, and to all of it sharp. */
  readonly picture: number;
  readonly sharp: number;
}

/** How one step of a movement turns the wheel. */
export interface Turn {
  readonly dx: number;
  readonly dy: number;
  readonly zooming: boolean;
}

export interface Bench {
  /** Turns the wheel over the canvas, one turn a frame, and then waits until all is sharp. */
  wheel(turns: readonly Turn[]): Promise<Passage>;
  /** Notes moves and frames until `stop`. */
  watch(): void;
  stop(): Promise<Passage>;
  /** Presses the link to a drawing, and waits until it is sharp. */
  open(path: string): Promise<Opening>;
}

/** Puts `bench` into the page. Sent as text: it uses nothing from outside. */
export function installBench(): void {
  const canvas = () => document.querySelector<HTMLElement>('[aria-label="Drawing canvas"]');
  const isSharp = () =>
    canvas()?.getAttribute('aria-busy') === 'false' &&
    canvas()?.querySelector<HTMLElement>('[data-settled]')?.dataset.settled === 'true';
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

  let long: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long.push(duration);
  }).observe({ entryTypes: ['longtask'] });
  /** Long tasks are told of a while after they ended. */
  const longest = async () => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    return Math.max(0, ...long);
  };

  let watching = false;
  let began = 0;
  let frames: number[] = [];
  let work: number[] = [];
  let latency: number[] = [];
  let waiting: number[] = [];
  // From before the first listener of the page to after the last one.
  addEventListener(
    'pointermove',
    () => {
      began = performance.now();
    },
    { capture: true },
  );
  addEventListener('pointermove', (event) => {
    if (!watching || event.buttons === 0) return;
    work.push(performance.now() - began);
    waiting.push(event.timeStamp);
  });
  const loop = (last: number) => (now: number) => {
    if (!watching) return;
    frames.push(now - last);
    for (const at of waiting) latency.push(Math.max(0, (now - at) / (1000 / 60)));
    waiting = [];
    requestAnimationFrame(loop(now));
  };
  const start = async () => {
    frames = [];
    work = [];
    latency = [];
    waiting = [];
    long = [];
    await frame();
    watching = true;
    requestAnimationFrame(loop(await frame()));
  };
  const finish = async (): Promise<Passage> => {
    watching = false;
    const passage = { frames, work, latency };
    return { ...passage, longest: await longest() };
  };

  const bench: Bench = {
    async wheel(turns) {
      const element = canvas()!;
      const box = element.getBoundingClientRect();
      await start();
      for (const { dx, dy, zooming } of turns) {
        await frame();
        const before = performance.now();
        element.dispatchEvent(
          new WheelEvent('wheel', {
            deltaX: dx,
            deltaY: dy,
            ctrlKey: zooming,
            clientX: box.x + box.width / 2,
            clientY: box.y + box.height / 2,
            bubbles: true,
            cancelable: true,
          }),
        );
        work.push(performance.now() - before);
      }
      await frame();
      const counted = frames.length;
      while (!isSharp()) await frame();
      const passage = await finish();
      return { ...passage, frames: passage.frames.slice(0, counted) };
    },
    watch: () => void start(),
    stop: finish,
    async open(path) {
      const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`);
      if (!link) throw new Error(`There is no link to ${path}.`);
      const from = performance.now();
      link.click();
      let picture = 0;
      for (;;) {
        await frame();
        if (location.pathname !== path) continue;
        if (picture === 0 && (document.querySelector('.canvas-picture.placed') || isSharp())) {
          picture = performance.now() - from;
        }
        if (isSharp()) return { picture, sharp: performance.now() - from };
      }
    },
  };
  Object.assign(globalThis, { bench });
}
