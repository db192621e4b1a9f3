/** Notifies followers of commits. Streams follow, and tell devices to ask for changes. */
import type { WriteTx } from '../../../../src/api/ports.ts';

export interface Commits {
  /**
   * Calls `heard` with the space after a change in it. A call may be late or lost, so followers also look now and
   * then.
   * @returns a function that ends it
   */
  follow(heard: (space: string) => void): () => void;
}

export interface CommitFeed extends Commits {
  /** Notifies the followers of a change in the space. */
  tell(space: string): void;
  readonly followers: number;
}

/** The commits of this process. */
export function commitFeed(): CommitFeed {
  const followers = new Set<(space: string) => void>();
  return {
    follow(heard) {
      // A function of its own, so that one that follows twice hears twice.
      const follower = (space: string) => heard(space);
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    tell(space) {
      for (const heard of followers) heard(space);
    },
    get followers() {
      return followers.size;
    },
  };
}

/**
 * Runs a write, and notifies the followers after the commit if it made a change.
 * @param write gets the function through which its transaction is noted
 */
export async function telling<T>(
  { tell }: Pick<CommitFeed, 'tell'>,
  space: string,
  write: (noted: (tx: WriteTx) => WriteTx) => Promise<T>,
): Promise<T> {
  let changed = false;
  const result = await write((tx) => ({
    ...tx,
    setCounter(counter) {
      changed = true;
      return tx.setCounter(counter);
    },
  }));
  if (changed) tell(space);
  return result;
}
