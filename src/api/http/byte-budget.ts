export interface Reservation {
  /** Resolves when there is room or `free` was called; undefined if there is room at once. */
  readonly waits: Promise<void> | undefined;
  /** Releases the bytes. May be called again. */
  readonly free: () => void;
}

/** A limit for the bytes of request bodies in memory. Requests wait in order of arrival while it is reached. */
export interface ByteBudget {
  /** @param bytes at most the whole limit */
  take(bytes: number): Reservation;
}

interface Waiter {
  readonly bytes: number;
  readonly enter: () => void;
}

export function createByteBudget(all: number): ByteBudget {
  let left = all;
  const queue = new Set<Waiter>();

  function admit(): void {
    for (const next of queue) {
      // Strictly in order: otherwise a large request would wait for ever.
      if (next.bytes > left) return;
      queue.delete(next);
      left -= next.bytes;
      next.enter();
    }
  }

  return {
    take(bytes) {
      let enter = () => {};
      const entered = new Promise<void>((resolve) => {
        enter = resolve;
      });
      const waiting = { bytes, enter };
      queue.add(waiting);
      admit();
      let isFreed = false;
      return {
        waits: queue.has(waiting) ? entered : undefined,
        free() {
          if (isFreed) return;
          isFreed = true;
          if (queue.delete(waiting)) enter();
          else left += bytes;
          admit();
        },
      };
    },
  };
}
