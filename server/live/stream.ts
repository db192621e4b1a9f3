/** One stream of events to one reader (html.spec.whatwg.org, 9.2). */
import type { ServerResponse } from 'node:http';

/** Most bytes that wait for a reader. One that takes less is cut off: it gets the newest state when it asks again. */
const UNREAD_MAX = 4096;

/** How long a reader may take to receive the end, ms. */
const ENDING_MS = 5_000;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // A proxy that compresses or keeps it would hold events back; nginx reads the third of these.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // Nothing else comes over its connection: it closes with the stream.
  Connection: 'close',
};

export interface EventStream {
  /** Says that there is a new state. */
  send(id: string): void;
  /** Says nothing, so that proxies see that it is alive. */
  beat(): void;
  /**
   * Ends it.
   * @param retry ms after which the reader may come again
   */
  end(retry: number): void;
}

/**
 * Begins the response.
 * @param retry ms after which the reader may come again when the connection is lost
 */
export function openStream(outgoing: ServerResponse, retry: number): EventStream {
  outgoing.writeHead(200, HEADERS);

  function write(text: string): void {
    if (outgoing.destroyed || outgoing.writableEnded) return;
    if (outgoing.writableLength > UNREAD_MAX) outgoing.destroy();
    else outgoing.write(text);
  }

  write(`retry: ${retry}\n`);
  return {
    send: (id) => write(`id: ${id}\ndata: pull\n\n`),
    beat: () => write(':\n\n'),
    end(after) {
      if (outgoing.destroyed || outgoing.writableEnded) return;
      outgoing.end(`retry: ${after}\n\n`);
      const cut = setTimeout(() => outgoing.destroy(), ENDING_MS);
      outgoing.on('close', () => clearTimeout(cut));
    },
  };
}
