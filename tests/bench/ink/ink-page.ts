/** Runs in the page while ink is measured: moves the view, and records frames and long tasks. */

export interface Passage {
  /** ms between frames, in order. */
  readonly frames: readonly number[];
  /** ms of the longest task; 0 if none was long (50 ms or more). */
  readonly longest: number;
  /** Frames from each move of the pen to the frame that shows it. */
  readonly latency: readonly number[];
  /** How many samples each move carried. */
  readonly carried: readonly number[];
}

export interface Opening {
  /** ms from the press until the first picture, until everything visible is sharp, and until one can draw. */
  readonly picture: number;
  readonly sharp: number;
  readonly ready: number;
}

/** The wheel event of one step of a movement. */
export interface Turn {
  readonly dx: number;
  readonly dy: number;
  readonly zooming: boolean;
}

export interface Bench {
  /** Turns the wheel over the canvas, once a frame, then waits until everything is sharp. */
  wheel(turns: readonly Turn[]): Promise<Passage>;
  /** Does nothing in so many frames. */
  rest(count: number): Promise<Passage>;
  /** Records moves and frames until `stop`. */
  watch(): Promise<void>;
  stop(): Promise<Passage>;
  /** Forgets what was recorded so far, without a pause. */
  anew(): void;
  /** How many turns of a loop take so many ms, at the processor's current speed. */
  turnsIn(ms: number): number;
  /** From now on moves of the pen only run so many turns of that loop, until `looped`. */
  loop(turns: number): void;
  /** ms that each of those moves took. */
  looped(): readonly number[];
  /** Presses the link to a drawing, and waits until it is sharp. */
  open(path: string): Promise<Opening>;
  /** Resolves when the list has a thumbnail of this drawing. */
  pictured(api: string): Promise<void>;
}

/** Puts `bench` into the page. It is sent as text, so it uses nothing from outside. */
export function installBench(): void {
  const canvas = () => document.querySelector<HTMLElement>('[aria-label="Drawing canvas"]');
  const isSharp = () => canvas()?.querySelector<HTMLElement>('[data-settled]')?.dataset.settled === 'true';
  const isReady = () => isSharp() && canvas()?.getAttribute('aria-busy') === 'false';
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

  let long: number[] = [];
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const { duration } of entries) long.push(duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['longtask'] });
  /** The observer reports long tasks some time after they ended, so they are also asked for. */
  const longest = async () => {
    await frame();
    await frame();
    note(observer.takeRecords());
    return Math.max(0, ...long);
  };

  let watching = false;
  let frames: number[] = [];
  let latency: number[] = [];
  let carried: number[] = [];
  let waiting: number[] = [];
  addEventListener('pointermove', (event) => {
    if (!watching || event.buttons === 0) return;
    waiting.push(event.timeStamp);
    carried.push(event.getCoalescedEvents().length);
  });
  const loop = (last: number) => (now: number) => {
    if (!watching) return;
    frames.push(now - last);
    for (const at of waiting) latency.push(Math.max(0, (now - at) / (1000 / 60)));
    waiting = [];
    requestAnimationFrame(loop(now));
  };
  const turn = (turns: number) => {
    let x = 1;
    for (let i = 0; i < turns; i++) x = (x * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return x;
  };
  let loops: number[] = [];
  let turns = 0;
  const inLoop = (event: Event) => {
    event.stopImmediatePropagation();
    const began = performance.now();
    turn(turns);
    loops.push(performance.now() - began);
  };
  const anew = () => {
    [frames, latency, carried, waiting, long] = [[], [], [], [], []];
  };
  const start = async () => {
    await longest();
    anew();
    watching = true;
    requestAnimationFrame(loop(await frame()));
  };
  const finish = async (): Promise<Passage> => {
    watching = false;
    return { frames, latency, carried, longest: await longest() };
  };

  const bench: Bench = {
    async wheel(turns) {
      const element = canvas()!;
      const box = element.getBoundingClientRect();
      await start();
      for (const { dx, dy, zooming } of turns) {
        await frame();
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
      }
      await frame();
      const counted = frames.length;
      while (!isSharp()) await frame();
      const passage = await finish();
      return { ...passage, frames: passage.frames.slice(0, counted) };
    },
    async rest(count) {
      await start();
      while (frames.length < count) await frame();
      return finish();
    },
    turnsIn(ms) {
      const [some, times] = [10_000, 300];
      const time = () => {
        const began = performance.now();
        for (let i = 0; i < times; i++) turn(some);
        return performance.now() - began;
      };
      // Newly compiled code is slow at first.
      time();
      return Math.round((some * times * ms) / time());
    },
    loop(count) {
      [turns, loops] = [count, []];
      addEventListener('pointermove', inLoop, { capture: true });
    },
    looped() {
      removeEventListener('pointermove', inLoop, { capture: true });
      return loops;
    },
    watch: start,
    anew,
    stop: finish,
    async open(path) {
      const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`);
      if (!link) throw new Error(`There is no link to ${path}.`);
      const from = performance.now();
      link.click();
      let [picture, sharp] = [0, 0];
      for (;;) {
        await frame();
        if (location.pathname !== path) continue;
        if (picture === 0 && (document.querySelector('.canvas-picture.placed') || isSharp())) {
          picture = performance.now() - from;
        }
        if (sharp === 0 && isSharp()) sharp = performance.now() - from;
        if (isReady()) return { picture, sharp, ready: performance.now() - from };
      }
    },
    async pictured(api) {
      const hasThumb = async () => {
        const { drawings } = await (await fetch('/api/v1/drawings')).json();
        return drawings.some(
          ({ id, thumb }: { id: string; thumb: string }) => api.endsWith(id) && thumb !== '',
        );
      };
      const commits = new BroadcastChannel('drawings');
      for (;;) {
        const next = new Promise((resolve) => commits.addEventListener('message', resolve, { once: true }));
        if (await hasThumb()) break;
        await next;
      }
      commits.close();
    },
  };
  Object.assign(globalThis, { bench });
}
