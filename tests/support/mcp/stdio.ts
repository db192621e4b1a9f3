/** For tests: the program over real pipes, with the SDK's client or by hand, and the real server. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, onTestFinished } from 'vitest';
import { root } from '../../../server/bin/bootstrap.js';
import { cli } from '../cli/cli.ts';
import { fastFolder } from '../fast-folder.ts';
import { childEnv } from './clean-env.ts';

/** Arguments for Node. */
export const PROGRAM = [cli, 'mcp'];
export const TOKEN = 'a-token-of-the-trial';
export const ERAS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;
export type Mode = (typeof ERAS)[number][1];
export type Env = Readonly<Record<string, string>>;

/** A temporary folder of its own. */
export function tempDir(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(fastFolder(), 'pleinair-stdio-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export interface StdioClient {
  readonly client: Client;
  /** Calls a tool, and checks the result against the output schema that the tool declares. */
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** Starts the program and connects the SDK's client. */
export async function connectStdio(env: Env, mode: Mode = 'legacy'): Promise<StdioClient> {
  const client = new Client({ name: 'trial', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: PROGRAM,
    env: { ...childEnv(), ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const { tools } = await client.listTools();
  const schemas = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(Object(outputSchema))]));
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const validate = schemas.get(name);
      if (result.isError) expect(result.structuredContent, 'of an error').toBeUndefined();
      else expect(validate?.(result.structuredContent), JSON.stringify(validate?.errors)).toBe(true);
      return result;
    },
    close: () => client.close(),
  };
}

export function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** Writes one message, or a line as it is. */
  send(line: object | string): void;
  /** Resolves with the message of this id. */
  response(id: number | null): Promise<Record<string, unknown>>;
  readonly lines: readonly string[];
  stderr(): string;
  /** Waits until the log contains this text. */
  logged(text: string): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts a command, to exchange messages by hand. It is killed at the end of the test. */
export function startProgram(env: Env, command = process.execPath, args = PROGRAM): Program {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...childEnv(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(() => child.exitCode);
  // Ignored: what a program that is gone did not answer will be missing.
  child.stdin.on('error', () => {});
  const waiting = new Set<() => void>();
  const lookAgain = () => {
    for (const look of waiting) look();
  };
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    lookAgain();
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    lookAgain();
  });
  return {
    child,
    lines,
    ended,
    stderr: () => stderr,
    send: (line) => void child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    response: (id) =>
      until(`answering ${id}`, () => lines.map((line) => JSON.parse(line)).find((one) => one.id === id)),
    async logged(text) {
      await until(`logging ${text}`, () => stderr.includes(text) || undefined);
    },
  };

  async function until<T>(what: string, find: () => T | undefined): Promise<T> {
    const found = Promise.withResolvers<T>();
    const look = () => {
      try {
        const value = find();
        if (value !== undefined) found.resolve(value);
      } catch (error) {
        // The line is no JSON.
        found.reject(error);
      }
    };
    waiting.add(look);
    look();
    const gone = ended.then((code) => {
      throw new Error(`it ended (${code}) without ${what}: ${stderr}`);
    });
    try {
      return await Promise.race([found.promise, gone]);
    } finally {
      waiting.delete(look);
    }
  }
}

/** Opens a session of version 2025-11-25. */
export async function initialise(program: Program): Promise<void> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'hand', version: '1' },
  };
  program.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await program.response(0);
  program.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
}

export function toolCall(id: number, name: string, args: object = {}) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/** A PNG of one pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A client for a server's drawings over HTTP. */
export function drawingsAt(url: string) {
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${TOKEN}`);
    return fetch(`${url}/api/v1${path}`, { ...init, headers });
  };
  return {
    ask,
    async create(drawing: object): Promise<Record<string, unknown> & { id: string; rev: number }> {
      const response = await ask('/drawings', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(drawing),
      });
      expect(response.status).toBe(201);
      return response.json();
    },
    async get(id: string) {
      return (await ask(`/drawings/${id}`)).json();
    },
    rename: (id: string, rev: number, title: string, key = `k-${Math.random()}`) =>
      ask(`/drawings/${id}`, {
        method: 'PATCH',
        headers: {
          'Content-Type': 'application/json-patch+json',
          'If-Match': `"${rev}"`,
          'Idempotency-Key': key,
        },
        body: JSON.stringify([{ op: 'replace', path: '/title', value: title }]),
      }),
  };
}

export const strokesOf = (...points: readonly (readonly [number, number])[][]) =>
  points.map((of, i) => ({
    tool: i % 2 === 0 ? 'pen' : 'marker',
    color: i === 0 ? '#1D4ED8' : '#000000',
    size: 3,
    points: of,
  }));
