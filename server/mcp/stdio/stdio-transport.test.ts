import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { LINE_MAX, LineTransport } from './stdio-transport.ts';

async function opened() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport({ stdin, stdout });
  const messages: JSONRPCMessage[] = [];
  transport.onmessage = (message) => void messages.push(message);
  await transport.start();
  const written = () => String(stdout.read() ?? '');
  return { stdin, transport, messages, written };
}

const ping = (id: number) => ({ jsonrpc: '2.0' as const, id, method: 'ping' });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('mcp stdio: lines', () => {
  it('puts a message together from parts, cut anywhere', async () => {
    const { stdin, messages } = await opened();
    const message = { ...ping(1), params: { text: 'Käse 🧀' } };
    for (const byte of Buffer.from(`${JSON.stringify(message)}\r\n\n${JSON.stringify(ping(2))}\n`)) {
      stdin.write(Buffer.from([byte]));
    }
    await turn();
    expect(messages).toEqual([message, ping(2)]);
  });

  it('reads a last line without an end, and tells that stdin has ended', async () => {
    const { stdin, transport, messages } = await opened();
    stdin.end(JSON.stringify(ping(1)));
    await transport.ended;
    expect(messages).toEqual([ping(1)]);
  });

  it('keeps nothing of a line that is too long, and reads the next', async () => {
    const { stdin, messages, written } = await opened();
    for (let i = 0; i < 40; i++) stdin.write(Buffer.alloc(LINE_MAX / 10, 'x'));
    stdin.write(`\n${JSON.stringify(ping(1))}\n`);
    await turn();
    expect(JSON.parse(written())).toMatchObject({ id: null, error: { code: -32600 } });
    expect(messages).toEqual([ping(1)]);
  });

  it('waits for the answers to what was read, not to what was cancelled or listens', async () => {
    const { stdin, transport, written } = await opened();
    stdin.write(`${[ping(1), ping(2)].map((message) => JSON.stringify(message)).join('\n')}\n`);
    stdin.write(`${JSON.stringify({ ...ping(3), method: 'subscriptions/listen' })}\n`);
    await turn();
    let finished = false;
    const finishing = transport.finish(60_000).then(() => {
      finished = true;
    });
    await transport.send({ jsonrpc: '2.0', id: 2, result: {} });
    await turn();
    expect(finished).toBe(false);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await finishing;
    expect(written().split('\n').filter(Boolean)).toHaveLength(2);

    const other = await opened();
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    other.stdin.write(`${JSON.stringify(ping(1))}\n${JSON.stringify(cancelled)}\n`);
    await turn();
    await other.transport.finish(60_000);
  });

  it('waits no longer than it is told, and reads nothing meanwhile', async () => {
    const { stdin, transport, messages } = await opened();
    stdin.write(`${JSON.stringify(ping(1))}\n`);
    await turn();
    const finishing = transport.finish(20);
    stdin.write(`${JSON.stringify(ping(2))}\n`);
    await finishing;
    expect(messages).toEqual([ping(1)]);
  });
});
