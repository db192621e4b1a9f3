/** Who hears of commits: streams that tell devices to look. */
import type { WriteTx } from '../../../../src/api/ports.ts';

export interface Commits {
  /**
   * Calls `heard` with the space after a change in it, sooner or later: what is lost costs only time, so whoever
   * follows also looks now and then.
   * @returns a function that ends it
   */
  follow(heard: (space: string) => void): () => void;
}

export interface CommitFeed extends Commits {
  /** Something in the space is different now. */
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
 * Runs a write, and tells of it after the commit if it numbered a change.
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
