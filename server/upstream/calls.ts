/**
 * The calls to data.gov.sg: one queue for all of them, whatever the source and the version, and a circuit for each
 * address.
 */
import type { Circuit } from './circuit.ts';
import { createCircuit } from './circuit.ts';
import type { Clock, Urgency } from './queue.ts';
import { CALLS_WITH_KEY, CALLS_WITHOUT_KEY, callQueue, systemClock } from './queue.ts';
import type { BodyFailure, Failure, Result, Version } from './request.ts';
import { failure, LIMITED_SECONDS, request } from './request.ts';

export interface CallsOptions {
  readonly apiKey?: string | undefined;
  /** For one request, body included. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly fetch?: typeof fetch | undefined;
  /** Called after each question to the upstream. */
  readonly onCall?: ((call: UpstreamCall) => void) | undefined;
}

/** One question to the upstream, and what came of it. */
export interface UpstreamCall {
  /** The upstream's feed: a metric of the air, or a feed of the sky. */
  readonly source: string;
  readonly version: Version;
  readonly result: 'ok' | Failure['reason'];
}

export interface Call<T> extends Pick<UpstreamCall, 'source' | 'version'> {
  readonly urgency: Urgency;
  /** URL without the day: what fails or works as one. */
  readonly address: string;
  /** Is added to the address: `?date=2026-09-28`, or nothing. */
  readonly query: string;
  /** Reads the parsed body. */
  readonly read: (json: unknown) => T | BodyFailure;
  /** Largest body, bytes; BODY_MAX if absent. */
  readonly bodyMax?: number | undefined;
  /** Longest time for which the address is left alone after failures, ms. */
  readonly restMax?: number | undefined;
  /** Called when the call leaves, after it waited for its turn. */
  readonly onLeave?: (() => void) | undefined;
}

export interface UpstreamCalls {
  /** Asks once, if the queue and the address allow it. Never throws. */
  ask<T extends object>(call: Call<T>): Promise<Result<T>>;
  /** ms until one of the addresses may be called, 0 for now. */
  wait(urgency: Urgency, addresses: readonly string[]): number;
}

const TIMEOUT_MS = 6_000;

export function upstreamCalls(options: CallsOptions = {}): UpstreamCalls {
  const { apiKey, timeoutMs = TIMEOUT_MS, clock = systemClock(), fetch, onCall } = options;
  const queue = callQueue(apiKey === undefined ? CALLS_WITHOUT_KEY : CALLS_WITH_KEY, clock);
  // One for each address and not for the host: if one source fails for good, the others are still asked.
  const circuits = new Map<string, Circuit>();

  function circuitOf(address: string, restMax?: number): Circuit {
    const circuit = circuits.get(address) ?? createCircuit(clock.elapsed, restMax);
    circuits.set(address, circuit);
    return circuit;
  }

  return {
    async ask({ address, query, read, source, version, urgency, bodyMax, restMax, onLeave }) {
      const circuit = circuitOf(address, restMax);
      if (!circuit.enter()) return resting('it failed too often', circuit.wait());
      const wait = await queue.take(urgency);
      if (wait > 0) {
        circuit.left();
        return resting('no call is left', wait);
      }
      onLeave?.();
      const result = await request({ url: address + query, apiKey, timeoutMs, fetch, read, bodyMax });
      onCall?.({ source, version, result: result.ok ? 'ok' : result.reason });
      if (!result.ok && result.reason === 'limited') {
        queue.pause((result.retryAfter ?? LIMITED_SECONDS) * 1000);
      }
      report(circuit, result);
      return result;
    },
    wait(urgency, addresses) {
      const waits = addresses.map((address) => circuits.get(address)?.wait() ?? 0);
      return Math.max(queue.wait(urgency), Math.min(...waits));
    },
  };
}

function resting(detail: string, wait: number): Failure {
  return failure('resting', detail, Math.ceil(wait / 1000));
}

function report(circuit: Circuit, result: Result<object>): void {
  // "No data for this day" is an answer too.
  const answered = result.ok || result.reason === 'empty' || result.reason === 'wrong_day';
  if (answered) circuit.succeeded();
  else circuit.failed(result.retryAfter);
}
