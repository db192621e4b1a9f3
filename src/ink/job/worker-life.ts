/**
 * Whether a worker still lives. A browser sends no event where it kills a worker, for want of memory or otherwise, nor where one
 * closes itself. But a worker that holds a lock lets it go with its end, and then the page gets the lock.
 */

interface Life {
  /** Name of the lock that the worker holds. */
  readonly life: string;
}

/** In a worker: holds the lock from now on, and tells the page. Insecure pages have no locks: there the end goes unnoticed. */
export function holdLife(): void {
  if (navigator.locks === undefined) return;
  const life = `life ${crypto.randomUUID()}`;
  void navigator.locks.request(life, () => {
    postMessage({ life } satisfies Life);
    return new Promise(() => {});
  });
}

/** In the page, before anything else listens to the worker: sends its `error` event also where the browser sends none. */
export function followLife(worker: Worker): void {
  worker.addEventListener('message', (event: MessageEvent<Partial<Life> | undefined>) => {
    const life = event.data?.life;
    if (life === undefined) return;
    // It is no answer.
    event.stopImmediatePropagation();
    void navigator.locks.request(life, () => void worker.dispatchEvent(new Event('error')));
  });
}
