/**
 * The program run by hand: how it ends, what it writes to stdout, and what it says when the drawings cannot be
 * reached.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  initialise,
  PROGRAM,
  type Program,
  startProgram,
  TOKEN,
  tempDir,
  toolCall,
} from '../../../tests/support/mcp/stdio.ts';
import { sqliteStore } from '../../store/index.ts';
import { LINE_MAX } from './stdio-transport.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
const folder = tempDir();
const file = join(folder.dir, 'pleinair.sqlite');
const env = { DATA_DIR: folder.dir, DRAW_TOKEN: TOKEN };
beforeAll(() => sqliteStore({ file }).close());
afterAll(folder.remove);

/** The text of a tool's result. */
async function told(program: Program, id: number): Promise<string> {
  const { result } = await program.response(id);
  return Object(result).content[0].text;
}

/** Holds another process's write open, until the returned function is called. */
function holdTheDatabase(): () => void {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  onTestFinished(() => other.close());
  return () => other.exec('COMMIT');
}

describe('mcp stdio: the program', { timeout: 60_000 }, () => {
  const ends = [
    ['stdin ends', (program: Program) => void program.child.stdin.end()],
    ['SIGTERM comes', (program: Program) => void program.child.kill('SIGTERM')],
    ['SIGINT comes', (program: Program) => void program.child.kill('SIGINT')],
  ] as const;

  it.for(ends)('answers what it has read when %s, and ends with 0', async ([, end]) => {
    const program = startProgram(env);
    await initialise(program);
    program.send(toolCall(1, 'draw_status'));
    await program.response(1);
    const letGo = holdTheDatabase();
    program.send(toolCall(2, 'draw_trash_drawing', { id: ID }));
    // Sent after the call that waits, and answered before it.
    program.send(toolCall(3, 'draw_app_info'));
    await program.response(3);
    end(program);
    await program.logged('MCP over stdio ends');
    expect(program.lines.join()).not.toContain('"id":2');
    letGo();
    expect(await told(program, 2)).toContain('there is no drawing with this id');
    expect(await program.ended).toBe(0);
  });

  it('ends with 0 when nobody says anything, and on a signal while nothing is asked', async () => {
    const silent = startProgram(env);
    silent.child.stdin.end();
    expect(await silent.ended).toBe(0);
    expect(silent.lines).toEqual([]);
    const idle = startProgram(env);
    await initialise(idle);
    idle.child.kill('SIGTERM');
    expect(await idle.ended).toBe(0);
  });

  it('ends when nobody reads what it says', async () => {
    const program = startProgram(env);
    await initialise(program);
    program.child.stdout.destroy();
    program.send(toolCall(1, 'draw_app_info'));
    expect(await program.ended).toBe(0);
  });

  it('puts messages alone on stdout, also under npm, and answers after lines that are none', async () => {
    const npm = ['run', '--silent', 'mcp'];
    const program = startProgram({ ...env, HOME: folder.dir }, 'npm', npm);
    program.send('this is not JSON');
    program.send([{ jsonrpc: '2.0', id: 7, method: 'ping' }]);
    program.send('');
    program.send({ id: 8 });
    program.send(`"${'x'.repeat(LINE_MAX)}"`);
    await initialise(program);
    program.send(toolCall(1, 'draw_list_drawings'));
    expect(await told(program, 1)).toBe('There are none.');
    program.child.stdin.end();
    expect(await program.ended).toBe(0);
    const messages = program.lines.map((line) => JSON.parse(line));
    for (const message of messages) expect(message).toMatchObject({ jsonrpc: '2.0' });
    const refused = messages.flatMap(({ error }) => error?.code ?? []);
    expect(refused).toEqual([-32700, -32600, -32600, -32600]);
    expect(program.stderr()).toContain('MCP over stdio is ready');
  });

  it('says in its log that there is nobody of the name in --space, not that it is ready', async () => {
    const program = startProgram(env, process.execPath, [...PROGRAM, '--space', 'Nobody']);
    await program.logged('but has no drawings');
    program.child.stdin.end();
    expect(await program.ended).toBe(0);
    expect(program.stderr()).toContain('there is nobody named');
    expect(program.stderr()).not.toContain('is ready');
  });

  it('keeps the token and what is asked out of its log', async () => {
    const program = startProgram(env);
    await initialise(program);
    program.send(toolCall(1, 'draw_rename_drawing', { id: ID, title: 'a secret title', rev: 1 }));
    await program.response(1);
    program.send(`{"${TOKEN}`);
    await program.response(null);
    program.child.stdin.end();
    await program.ended;
    expect(program.stderr()).toContain('a message was not served');
    expect(program.stderr()).not.toMatch(new RegExp(`${TOKEN}|secret|${ID}`));
  });

  it('does not start where it cannot tell what is meant, and says which variable', async () => {
    const program = startProgram({ ...env, PLEINAIR_URL: 'https://me:pw-1@draw.example.org' });
    expect(await program.ended).toBe(1);
    expect(program.lines).toEqual([]);
    expect(program.stderr()).toBe(
      'Pleinair MCP cannot start: PLEINAIR_URL must be an http or https address without a path\n',
    );
  });

  it('ends at once on a second signal, whatever it waits for', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const asked = new Promise((resolve) => silent.once('request', resolve));
    const program = startProgram({ PLEINAIR_URL: `http://127.0.0.1:${port}` });
    await initialise(program);
    program.send(toolCall(1, 'draw_status'));
    await asked;
    program.child.kill('SIGTERM');
    await program.logged('MCP over stdio ends');
    program.child.kill('SIGINT');
    expect(await program.ended).toBe(1);
  });
});

describe('mcp stdio: a database that cannot be used', { timeout: 60_000 }, () => {
  async function saidOf(prepare: (file: string) => void | Promise<void>) {
    const { dir, remove } = tempDir();
    onTestFinished(remove);
    const at = join(dir, 'pleinair.sqlite');
    await prepare(at);
    const program = startProgram({ DATA_DIR: dir });
    await initialise(program);
    program.send(toolCall(1, 'draw_list_drawings'));
    const { result } = await program.response(1);
    expect(result).toMatchObject({ isError: true });
    return { program, at, text: await told(program, 1) };
  }

  it('that is not there: says so, makes none, and goes on once it is there', async () => {
    const { program, at, text } = await saidOf(() => {});
    expect(text).toBe(
      `There is no database at ${at}. Start Pleinair's server once, or set DATA_DIR to its folder; then call again.`,
    );
    await sqliteStore({ file: at }).close();
    program.send(toolCall(2, 'draw_list_drawings'));
    expect(await told(program, 2)).toBe('There are none.');
  });

  it('that is no database', async () => {
    const { text } = await saidOf((at) => writeFileSync(at, 'not a database at all '.repeat(100)));
    expect(text).toMatch(
      /^The drawings cannot be opened: .*damaged or not a database\. The operator of this Pleinair/,
    );
  });

  it('that a newer Pleinair made', async () => {
    const { text } = await saidOf(async (at) => {
      await sqliteStore({ file: at }).close();
      const database = new DatabaseSync(at);
      database.exec('PRAGMA user_version = 999');
      database.close();
    });
    expect(text).toMatch(/is of version 999, made by a newer Pleinair/);
  });

  it('that another write holds for too long: the call is refused, and may be made again', async () => {
    const program = startProgram(env);
    await initialise(program);
    program.send(toolCall(1, 'draw_status'));
    await program.response(1);
    const letGo = holdTheDatabase();
    program.send(toolCall(2, 'draw_trash_drawing', { id: ID }));
    expect(await told(program, 2)).toBe(
      'storage is not available right now; nothing was changed. Wait 1 s and call again.',
    );
    letGo();
    program.send(toolCall(3, 'draw_trash_drawing', { id: ID }));
    expect(await told(program, 3)).toContain('no drawing with this id');
  });
});
