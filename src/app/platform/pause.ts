/** Long work on the page's own thread, in slices: the page answers between them. */

/** ms of work before the page is let go. */
const SLICE = 8;

let begun = 0;

/** Lets the page go when it was held for a while. @throws the signal's reason once it is stopped */
export async function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const now = performance.now();
  if (now - begun < SLICE) return;
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  begun = performance.now();
  signal.throwIfAborted();
}
