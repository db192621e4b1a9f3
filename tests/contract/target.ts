/**
 * The interface of a host for the contract suite: send a request, get the response. The suite knows no host;
 * hosts.ts and device-hosts.ts make them.
 */

export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that are no UTF-8 are replaced. */
  readonly text: string;
}

export interface Target {
  readonly name: string;
  /** How the host authorises requests: by token, or by its own origin. */
  readonly mode: 'token' | 'origin';
  /** The right token; undefined on a device. */
  readonly token: string | undefined;
  /** @param address client address to send from, if the host can be told */
  send(sent: TestRequest, address?: string): Promise<RawResponse>;
  close(): Promise<void>;
}

export interface TestResponse extends RawResponse {
  /** The body's JSON; undefined if there is none. */
  readonly json: unknown;
}
