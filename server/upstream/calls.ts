/**
 * The calls to data.gov.sg: one budget for all of them, whatever the source and the version, and a circuit for
 * each address.
 */
import { CALLS_WITH_KEY, CALLS_WITHOUT_KEY, callBudget } from './budget.ts';
import type { Circuit } from './circuit.ts';
import { createCircuit } from './circuit.ts';
import type { BodyFailure, Failure, Result, Version } from './request.ts';
import { failure, LIMITED_SECONDS, request } from './request.ts';

export interface CallsOptions {
  readonly apiKey?: string | undefined;
  /** For one request, body included. */
  readonly timeoutMs?: number;
  /** A clock that is never set, ms. */
  readonly elapsed?: () => number;
  readonly fetch?: typeof fetch | undefined;
  /** Called after each question to the upstream. */
  readonly onCall?: ((call: UpstreamCall) => void) | undefined;
}

/** One question to the upstream, and what came of it. */
export interface UpstreamCall {
  /** The upstream's feed: a metric of the air. */
  readonly source: string;
  readonly version: Version;
  readonly result: 'ok' | Failure['reason'];
}

export interface Call<T> extends Pick<UpstreamCall, 'source' | 'version'> {
  /** URL without the day: what fails or works as one. */
  readonly address: string;
  /** Is added to the address: `?date=2026-09-28`. */
  readonly query: string;
  /** Reads the parsed body. */
  readonly read: (json: unknown) => T | BodyFailure;
}

export interface UpstreamCalls {
  /** Asks once, if the budget and the address allow it. Never throws. */
  ask<T extends object>(call: Call<T>): Promise<Result<T>>;
  /** ms until one of the addresses may be called, 0 for now. */
  wait(addresses: readonly string[]): number;
}

const TIMEOUT_MS = 6_000;

export function upstreamCalls(options: CallsOptions = {}): UpstreamCalls {
  const { apiKey, timeoutMs = TIMEOUT_MS, elapsed = () => performance.now(), fetch, onCall } = options;
  const budget = callBudget(apiKey === undefined ? CALLS_WITHOUT_KEY : CALLS_WITH_KEY, elapsed);
  // One for each address and not for the host: if one source fails for good, the others are still asked.
  const circuits = new Map<string, Circuit>();

  function circuitOf(address: string): Circuit {
    const circuit = circuits.get(address) ?? createCircuit(elapsed);
    circuits.set(address, circuit);
    return circuit;
  }

  return {
    async ask({ address, query, read, source, version }) {
      const circuit = circuitOf(address);
      if (!circuit.enter()) return resting('it failed too often', circuit.wait());
      const wait = await budget.take();
      if (wait > 0) {
        circuit.left();
        return resting('no call is left', wait);
      }
      const result = await request({ url: address + query, apiKey, timeoutMs, fetch, read });
      onCall?.({ source, version, result: result.ok ? 'ok' : result.reason });
      if (!result.ok && result.reason === 'limited') {
        budget.pause((result.retryAfter ?? LIMITED_SECONDS) * 1000);
      }
      report(circuit, result);
      return result;
    },
    wait: (addresses) =>
      Math.max(budget.wait(), Math.min(...addresses.map((address) => circuitOf(address).wait()))),
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
