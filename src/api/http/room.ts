/** Room for so many bytes of request bodies at a time. Who comes when it is taken waits, the first who came first. */

export interface Taken {
  /** Resolves when there is room, or it was freed; undefined when there is at once. */
  readonly waits: Promise<void> | undefined;
  /** Makes room for others. May be called again. */
  readonly free: () => void;
}

export interface Room {
  /** @param bytes at most all of them */
  take(bytes: number): Taken;
}

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

export function createRoom(all: number): Room {
  let left = all;
  const queue = new Set<Waiting>();

  function admit(): void {
    for (const next of queue) {
      // Nobody overtakes: a large one would never get in.
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
