/**
 * Messages over stdin and stdout, one a line. Unlike the SDK's own transport, it answers everything it has read
 * before it ends. So an assistant that closes stdin after its last call gets the response, and no write ends
 * unanswered.
 */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  parseJSONRPCMessage,
  serializeMessage,
} from '@modelcontextprotocol/server';
import { RPC } from '../rpc.ts';

/** Longest message, bytes: a call of a tool is a few hundred. */
export const LINE_MAX = 1024 * 1024;
const NEWLINE = 0x0a;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export interface StdioStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

export class LineTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  /** Resolves when the other end of stdin or stdout is gone. */
  readonly ended: Promise<void>;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #end = Promise.withResolvers<void>();
  readonly #unanswered = new Set<RequestId>();
  #answered = Promise.withResolvers<void>();
  #line: Buffer[] = [];
  #length = 0;
  #closed = false;

  constructor({ stdin, stdout }: StdioStreams) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.ended = this.#end.promise;
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#onData);
    for (const event of ['end', 'close', 'error'] as const) this.#stdin.on(event, this.#onEnd);
    this.#stdout.on('error', this.#onGone);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    // The stream's own event reports a reader that is gone.
    this.#stdout.write(serializeMessage(message), () => resolve());
    await promise;
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
  }

  /** Reads nothing more. Resolves when everything that was read is answered, or after `deadline` ms. */
  async finish(deadline: number): Promise<void> {
    this.#stdin.off('data', this.#onData);
    this.#stdin.pause();
    if (this.#unanswered.size === 0) return;
    const timer = setTimeout(() => this.#answered.resolve(), deadline);
    await this.#answered.promise;
    clearTimeout(timer);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stdin.off('data', this.#onData);
    this.#answered.resolve();
    this.#end.resolve();
    this.onclose?.();
  }

  readonly #onEnd = () => {
    // The last line may have no line end.
    this.#read();
    this.#end.resolve();
  };
  readonly #onGone = () => void this.close();

  readonly #onData = (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#read();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  };

  /** Collects the current line. Of a line that is too long, only its length is counted. */
  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > LINE_MAX) this.#line = [];
    else if (part.length > 0) this.#line.push(part);
  }

  #read(): void {
    const [line, length] = [this.#line, this.#length];
    [this.#line, this.#length] = [[], 0];
    if (length > LINE_MAX) {
      this.#refuse(RPC.invalidRequest, `a message is at most ${LINE_MAX} bytes`);
      return;
    }
    const value = parsed(Buffer.concat(line));
    if (value === undefined) return;
    if (value instanceof Error) {
      this.#refuse(RPC.parseError, 'a line is one message: JSON in UTF-8');
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      this.#refuse(RPC.invalidRequest, 'this is no JSON-RPC 2.0 message (batches are not supported)');
      return;
    }
    this.#note(message);
    this.onmessage?.(message);
  }

  #note(message: JSONRPCMessage): void {
    // A subscription is answered when it ends, and a cancelled call never.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') {
      this.#unanswered.add(message.id);
    }
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id: unknown = Object(message.params).requestId;
      if (typeof id === 'string' || typeof id === 'number') this.#settle(id);
    }
  }

  #settle(id: RequestId | undefined): void {
    if (id === undefined || !this.#unanswered.delete(id) || this.#unanswered.size > 0) return;
    this.#answered.resolve();
    this.#answered = Promise.withResolvers();
  }

  /** An error with id null, as JSON-RPC 2.0, 5.1 asks for a message that cannot be read. */
  #refuse(code: number, message: string): void {
    if (!this.#closed)
      this.#stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
    this.onerror?.(new Error(message));
  }
}

/** The value of a line: undefined for a blank line, an error for a line that is not JSON. */
function parsed(line: Buffer): unknown {
  try {
    const text = UTF8.decode(line);
    return text.trim() === '' ? undefined : JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error('not JSON');
  }
}
