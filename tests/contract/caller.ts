/** The caller of a host, which checks every response, and a case of the suite. */
import assert from 'node:assert/strict';
import type { DocumentCheck } from './document-check.ts';
import type { Target, TestRequest, TestResponse } from './target.ts';

export type SendOptions = Omit<TestRequest, 'method' | 'path' | 'body'> & {
  /** Sent as JSON with the route's media type. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array;
  readonly address?: string;
  /** Leaves the target's own token out. */
  readonly anonymous?: boolean;
};

/** Sends requests to a target, and checks each response against the OpenAPI document. */
export interface Caller {
  readonly target: Target;
  send(method: string, path: string, options?: SendOptions): Promise<TestResponse>;
}

export function createCaller(target: Target, documentCheck: DocumentCheck): Caller {
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
      const sent: TestRequest = {
        method,
        path,
        headers: all,
        ...(content === undefined ? {} : { body: content }),
      };
      const raw = await target.send(sent, address);
      const isJson = raw.headers['content-type']?.startsWith('application/json') === true;
      const response: TestResponse = {
        ...raw,
        json: isJson && raw.text !== '' ? parse(raw.text) : undefined,
      };
      documentCheck.check(sent, response);
      return response;
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
  /** Only for hosts that authorise in this way. */
  readonly mode?: 'token' | 'origin';
  /** True if it is only for hosts with a database: it takes long, and its rule does not depend on the host. */
  readonly databaseOnly?: boolean;
  run(caller: Caller): Promise<void>;
}
