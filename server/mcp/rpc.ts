/** Answers in JSON-RPC's shape for what never reaches the protocol's own code. */

/** JSON-RPC 2.0, 5.1, and the first of the codes that a server may give a meaning to. */
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
  /** Id of the request; null where it is not known. */
  readonly id?: string | number | null;
}

/** An HTTP answer that carries a JSON-RPC error. */
export function rpcError(status: number, error: RpcError, { headers, id }: RpcErrorOptions = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status, headers: { ...headers } });
}
