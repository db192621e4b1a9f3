/** JSON-RPC responses for requests that never reach the protocol's own code. */

/** Error codes of JSON-RPC 2.0, section 5.1, and the first of the codes that a server may define. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
} as const;

export interface RpcError {
  readonly code: number;
  /** What is wrong and what to do next. */
  readonly message: string;
  readonly data?: unknown;
}

export interface RpcErrorOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Id of the request; null if it is not known. */
  readonly id?: string | number | null;
}

/** An HTTP response with a JSON-RPC error. */
export function rpcError(status: number, error: RpcError, { headers, id }: RpcErrorOptions = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status, headers: { ...headers } });
}
