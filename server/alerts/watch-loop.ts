/** Looks again and again at what the server knows, and sends what is new, for alerts and webhooks. */

export interface LoopOptions<News> {
  /** What is to be sent now. */
  readonly look: () => Promise<readonly News[]>;
  readonly send: (news: readonly News[]) => Promise<void>;
  /** Told of a look or a sending that failed; not after `closed`. */
  readonly tell: (error: unknown) => void;
  /** Time between two looks, ms. */
  readonly everyMs: number;
  /** Ends the loop. */
  readonly closed: AbortController;
}

export interface WatchLoop {
  /** Looks now. Resolves when what is due was sent, or could not be. Never throws. */
  look(): Promise<void>;
  close(): void;
}

export function watchLoop<News>({ look, send, tell, everyMs, closed }: LoopOptions<News>): WatchLoop {
  let looking: Promise<void> | undefined;

  async function lookNow(): Promise<readonly News[]> {
    return closed.signal.aborted ? [] : look();
  }

  /** The next look waits for the end of this one, and not for what it sends: a receiver may hang for minutes. */
  function lookOnce(): Promise<void> {
    if (looking !== undefined) return looking;
    const looked = lookNow().finally(() => {
      looking = undefined;
    });
    looking = looked
      .then((news) => (news.length === 0 ? undefined : send(news)))
      .catch((error) => {
        if (!closed.signal.aborted) tell(error);
      });
    return looking;
  }

  const timer = setInterval(() => void lookOnce(), everyMs).unref();
  return {
    look: lookOnce,
    close() {
      closed.abort();
      clearInterval(timer);
    },
  };
}
