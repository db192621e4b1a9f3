/** Requests to whichever process answers, as a load balancer would send them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Tally } from './tally.ts';

export interface Ask {
  /** What is counted together. */
  readonly kind: string;
  readonly method?: string;
  /** From `/api` on. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client's address, as a proxy names it. */
  readonly address: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Longest wait for one answer, ms. */
const ANSWER_MS = 15_000;
/** Pause before a request is sent again, ms. */
const AGAIN_MS = 200;

/**
 * Sends a request, to another process again if one is away or not ready (503), until one answers or `giveUp` is aborted.
 * A change that is sent again must have a key.
 */
export async function ask(
  { kind, path, address, ...init }: Ask,
  urls: readonly string[],
  tally: Tally,
  giveUp: AbortSignal,
): Promise<Answer> {
  for (let attempt = Math.floor(Math.random() * urls.length); ; attempt++) {
    const began = performance.now();
    try {
      const response = await fetch(`${urls[attempt % urls.length]}${path}`, {
        ...init,
        headers: { ...init.headers, 'X-Forwarded-For': address },
        signal: AbortSignal.any([giveUp, AbortSignal.timeout(ANSWER_MS)]),
      });
      const text = await response.text();
      tally.answered(kind, response.status, performance.now() - began);
      if (response.status !== 503) return { status: response.status, headers: response.headers, text };
    } catch (error) {
      if (giveUp.aborted) throw error;
      tally.answered(kind, 'lost', performance.now() - began);
    }
    await pause(AGAIN_MS, undefined, { signal: giveUp });
  }
}
