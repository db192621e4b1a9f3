/** Devices that listen: one stream each, opened again when it ends. */
import { type ClientRequest, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './balanced.ts';
import type { Person } from './servers.ts';
import type { Tally } from './tally.ts';

/** Pause before a stream is opened again, ms at most. */
const AGAIN_MS = 2_000;

export interface Listeners {
  /** Streams that are open now. */
  readonly open: number;
  /** Events that came. */
  readonly events: number;
  /** Streams that ended, whatever ended them. */
  readonly ends: number;
}

/** Starts the streams. They end when `stop` is aborted. */
export function listen(
  people: readonly Person[],
  count: number,
  urls: readonly string[],
  tally: Tally,
  stop: AbortSignal,
): Listeners & { readonly done: Promise<unknown> } {
  const state = { open: 0, events: 0, ends: 0 };

  async function keepOpen(number: number): Promise<void> {
    const person = people[number % people.length];
    if (person === undefined) return;
    // A few devices share an address, as in a home.
    const address = `10.200.${number >> 2}.1`;
    const headers = { Authorization: `Bearer ${person.token}` };
    while (!stop.aborted) {
      const path = '/api/v1/live-tickets';
      const answer = await ask({ kind: 'ticket', method: 'POST', path, headers, address }, urls, tally, stop);
      if (answer.status === 201) {
        const { ticket }: { ticket: string } = JSON.parse(answer.text);
        await follow(`${urls[number % urls.length]}/live?ticket=${ticket}`, address);
      }
      await pause(Math.random() * AGAIN_MS, undefined, { signal: stop });
    }
  }

  function follow(url: string, address: string): Promise<void> {
    return new Promise((resolve) => {
      let isOpen = false;
      const end = () => {
        if (isOpen) {
          state.open -= 1;
          state.ends += 1;
        }
        isOpen = false;
        stop.removeEventListener('abort', leave);
        resolve();
      };
      const began = performance.now();
      const request: ClientRequest = get(url, { headers: { 'X-Forwarded-For': address }, agent: false });
      const leave = () => request.destroy();
      stop.addEventListener('abort', leave);
      request.on('response', (response) => {
        tally.answered('stream', response.statusCode ?? 0, performance.now() - began);
        isOpen = response.statusCode === 200;
        if (isOpen) state.open += 1;
        response.setEncoding('utf8').on('data', (text: string) => {
          state.events += text.split('\nid: ').length - 1 + Number(text.startsWith('id: '));
        });
        response.on('error', end).on('close', end);
      });
      request.on('error', end).on('close', end);
    });
  }

  const streams = Array.from({ length: count }, (_, number) =>
    keepOpen(number).catch((error: unknown) => {
      if (!stop.aborted) throw error;
    }),
  );
  return Object.assign(state, { done: Promise.all(streams) });
}
