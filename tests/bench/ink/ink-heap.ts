/** The memory of the page and its worker. */
import type { Browser, CDPSession } from 'playwright';

const MB = 1_000_000;

interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

/**
 * MB that the page and its worker use, with memory outside of their heaps, after garbage collection in both.
 */
export async function heapOf(session: CDPSession, browser: Browser): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  let bytes = sum((await session.send('Runtime.getHeapUsage')) as HeapUsage);
  const whole = await browser.newBrowserCDPSession();
  const { targetInfos } = await whole.send('Target.getTargets', { filter: [{ type: 'worker' }] });
  for (const { targetId } of targetInfos) bytes += await workerHeap(whole, targetId);
  await whole.detach();
  return bytes / MB;
}

function sum({ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }: HeapUsage): number {
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

async function workerHeap(whole: CDPSession, targetId: string): Promise<number> {
  const { sessionId } = await whole.send('Target.attachToTarget', { targetId, flatten: false });
  const answers = new Map<number, (result: HeapUsage) => void>();
  whole.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result }: { id: number; result: HeapUsage } = JSON.parse(message);
    answers.get(id)?.(result);
  });
  const ask = (id: number, method: string) =>
    new Promise<HeapUsage>((resolve, reject) => {
      answers.set(id, resolve);
      whole
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
        .catch(reject);
    });
  await ask(1, 'HeapProfiler.collectGarbage');
  return sum(await ask(2, 'Runtime.getHeapUsage'));
}
