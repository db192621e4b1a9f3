/** Requests to the application, as any other client makes them: MCP repeats none of its rules. */
import type { Handle } from '../../src/api/ports.ts';

/** The application refused a request. The message is for the assistant. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/**
 * Sends a GET and returns the JSON body.
 * @param path without the query
 * @throws Refusal unless the status is 200
 */
export type Ask = (path: string, query?: Readonly<Record<string, string | number>>) => Promise<unknown>;

/** @param publicUrl base URL of the application */
export function createAsk(handle: Handle, publicUrl: string): Ask {
  return async (path, query = {}) => {
    const url = new URL(path, publicUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const response = await handle(new Request(url));
    const body: unknown = await response.json();
    if (response.status !== 200) throw new Refusal(whyRefused(response, body));
    return body;
  };
}

function whyRefused({ status, headers }: Response, body: unknown): string {
  const retryAfter = headers.get('Retry-After');
  return `${messageOf(body) ?? `the answer was HTTP ${status}`}. ${nextStep(status, retryAfter)}`;
}

function nextStep(status: number, retryAfter: string | null): string {
  if (status === 400) return 'Correct the arguments and call again.';
  if (status === 404) return 'This server does not offer it.';
  if (retryAfter !== null)
    return `Wait ${retryAfter} s and call again; do not show an older figure as current.`;
  return 'Calling again at once will not help; do not show an older figure as current.';
}

function messageOf(body: unknown): string | undefined {
  const error = Object(Object(body).error);
  return typeof error.message === 'string' ? error.message : undefined;
}
