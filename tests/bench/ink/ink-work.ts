/**
 * The page's own work for each move of a pen, from the browser's trace: the processor time of its listeners,
 * and its share of the frame that follows. The browser's own work (hit testing, style, layout, paint) is not
 * included, nor is the time in which another process ran.
 */
import type { Browser } from 'playwright';

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string; readonly url?: string } };
}

/** True for all that Chromium sends. The protocol's types know no member. */
function isTraceEvent(event: object): event is TraceEvent {
  return 'name' in event && 'ph' in event && 'pid' in event && 'tid' in event && 'ts' in event;
}

/** Does `work` and returns the browser's trace of that time. */
export async function traced<T>(
  browser: Browser,
  categories: readonly string[],
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly events: readonly TraceEvent[] }> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) if (isTraceEvent(event)) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...categories] },
  });
  const result = await work();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return { result, events };
}

/** The trace categories that `workPerMove` needs. */
export const MOVES = ['devtools.timeline'] as const;

/** ms for each move while the pen is down, in order. `origin`: whose scripts count. */
export function workPerMove(events: readonly TraceEvent[], origin: string): number[] {
  const whole = events.filter((event) => event.ph === 'X').sort((a, b) => a.ts - b.ts);
  const pen = whole.find((event) => typeOf(event) === 'pointermove');
  if (!pen) return [];
  const thread = whole.filter(({ pid, tid }) => pid === pen.pid && tid === pen.tid);
  const works: number[] = [];
  let isDown = false;
  let sinceFrame = 0;
  for (const [i, event] of thread.entries()) {
    const type = typeOf(event);
    if (type === 'pointerdown') isDown = true;
    if (type === 'pointerup') {
      // The next frame draws the finished stroke.
      isDown = false;
      sinceFrame = 0;
    }
    if (!isDown) continue;
    if (type === 'pointermove') {
      works.push(ownWork(thread, i, origin));
      sinceFrame++;
    }
    if (event.name === 'FireAnimationFrame' && sinceFrame > 0) {
      const work = ownWork(thread, i, origin);
      if (work === 0) continue;
      for (let k = 1; k <= sinceFrame; k++) works[works.length - k]! += work / sinceFrame;
      sinceFrame = 0;
    }
  }
  return works;
}

function typeOf({ name, args }: TraceEvent): string | undefined {
  return name === 'EventDispatch' ? args?.data?.type : undefined;
}

/** ms of the calls into scripts of `origin` within event `i` of the thread. */
function ownWork(thread: readonly TraceEvent[], i: number, origin: string): number {
  const { ts, dur = 0 } = thread[i]!;
  let work = 0;
  let until = 0;
  for (let k = i + 1; k < thread.length && thread[k]!.ts <= ts + dur; k++) {
    const call = thread[k]!;
    // A call inside a call is part of it.
    if (call.name !== 'FunctionCall' || call.ts < until || !call.args?.data?.url?.startsWith(origin))
      continue;
    work += call.tdur ?? call.dur ?? 0;
    until = call.ts + (call.dur ?? 0);
  }
  return work / 1000;
}
