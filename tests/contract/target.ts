/**
 * What the contract suite needs of a host: send a request, get the answer. The suite itself knows no
 * host; targets.ts makes them.
 */
import assert from 'node:assert/strict';
import type { DocumentCheck } from './document-check.ts';

export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Target {
  readonly name: string;
  /** How the host lets requests in: by token, or as its own origin. */
  readonly mode: 'token' | 'origin';
  /** The token that is right here; undefined on the device. */
  readonly token: string | undefined;
  /** @param address network address to come from, where the host can be told */
  send(sent: Sent, address?: string): Promise<RawAnswer>;
  close(): Promise<void>;
}

export interface Answer extends RawAnswer {
  /** The body's JSON; undefined where there is none. */
  readonly json: unknown;
}

export type SendOptions = Omit<Sent, 'method' | 'path' | 'body'> & {
  /** Sent as JSON of the route's media type. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array;
  readonly address?: string;
  /** Without the target's own token. */
  readonly anonymous?: boolean;
};

/** Sends to a target and holds every answer to the OpenAPI document. */
export interface Caller {
  readonly target: Target;
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
}

export function createCaller(target: Target, check: DocumentCheck): Caller {
  return {
    target,
    async send(method, path, { json, body, address, anonymous, headers = {} } = {}) {
      const mediaType = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
      const content = json === undefined ? body : JSON.stringify(json);
      const all: Record<string, string> = { ...headers };
      if (content !== undefined && !('Content-Type' in all)) all['Content-Type'] = mediaType;
      if (
        target.token !== undefined &&
        anonymous !== true &&
        !('Authorization' in all) &&
        !('X-Draw-Token' in all)
      ) {
        all['Authorization'] = `Bearer ${target.token}`;
      }
      const sent: Sent = { method, path, headers: all, ...(content === undefined ? {} : { body: content }) };
      const raw = await target.send(sent, address);
      const answer: Answer = { ...raw, json: raw.text === '' ? undefined : parse(raw.text) };
      check.answer(sent, answer);
      return answer;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return assert.fail(`not JSON: ${text.slice(0, 200)}`);
  }
}

/** A case of the suite. */
export interface Case {
  readonly name: string;
  /** Only for hosts that let requests in this way. */
  readonly mode?: 'token' | 'origin';
  run(caller: Caller): Promise<void>;
}
