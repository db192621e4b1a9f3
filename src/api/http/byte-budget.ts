export interface Reservation {
  /** Resolves when there is room or `free` was called; undefined if there is room at once. */
  readonly waits: Promise<void> | undefined;
  /** Releases the bytes. May be called again. */
  readonly free: () => void;
}

/** A limit for the bytes of request bodies in memory. Requests wait in order of arrival while it is reached. */
export interface ByteBudget {
  /**
   * @param bytes at most what one owner may hold
   * @param owner whose request it is
   */
  take(bytes: number, owner?: string): Reservation;
}

interface Waiter {
  readonly bytes: number;
  readonly owner: string;
  readonly enter: () => void;
}

/**
 * @param part what one owner may hold of the bytes that the others leave, so that there is always some for the next
 * one, however many owners hold all that they may
 */
export function createByteBudget(all: number, part = 1): ByteBudget {
  let left = all;
  const held = new Map<string, number>();
  const queue = new Set<Waiter>();

  function admit(): void {
    const full = new Set<string>();
    for (const next of queue) {
      const { bytes, owner } = next;
      const before = held.get(owner) ?? 0;
      const own = before + bytes;
      if (full.has(owner)) continue;
      // Strictly in order: otherwise a large request would wait for ever.
      if (bytes > left) return;
      if (own > part * (left + before)) {
        // Only requests of the same owner wait for this one.
        full.add(owner);
        continue;
      }
      queue.delete(next);
      left -= bytes;
      held.set(owner, own);
      next.enter();
    }
  }

  function release({ bytes, owner }: Waiter): void {
    const own = (held.get(owner) ?? 0) - bytes;
    left += bytes;
    if (own > 0) held.set(owner, own);
    else held.delete(owner);
  }

  return {
    take(bytes, owner = '') {
      let enter = () => {};
      const entered = new Promise<void>((resolve) => {
        enter = resolve;
      });
      const waiting = { bytes, owner, enter };
      queue.add(waiting);
      admit();
      let isFreed = false;
      return {
        waits: queue.has(waiting) ? entered : undefined,
        free() {
          if (isFreed) return;
          isFreed = true;
          if (queue.delete(waiting)) enter();
          else release(waiting);
          admit();
        },
      };
    },
  };
}
