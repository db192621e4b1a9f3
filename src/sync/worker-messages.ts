/** What a page says to its worker. */
export type WorkerMessage =
  /** After a forced reload, which the browser loads without the worker: take this page over again. */
  | { readonly type: 'CLAIM' }
  /** The person agreed to the update. */
  | { readonly type: 'SKIP_WAITING' }
  /** Answered on the port that came with it. */
  | { readonly type: 'GET_VERSION' };

/** Messages may come from a page of another build: anything unknown is undefined. */
export function readMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  const { type } = data;
  return type === 'CLAIM' || type === 'SKIP_WAITING' || type === 'GET_VERSION' ? { type } : undefined;
}
