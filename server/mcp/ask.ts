/** Asks the application itself, as any other caller does: no rule of it is repeated for MCP. */
import type { Handle } from '../../src/api/ports.ts';

/** What the application refused, in words for whoever asked. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/**
 * The JSON body of an answer to GET.
 * @param path without the query
 * @throws Refusal unless the answer is 200
 */
export type Ask = (path: string, query?: Readonly<Record<string, string | number>>) => Promise<unknown>;

/** @param publicUrl base address of the application */
export function askOf(handle: Handle, publicUrl: string): Ask {
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
