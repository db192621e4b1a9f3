/** The Inspector's command line over stdio, in both versions of the protocol. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInstalled } from '../../../tests/support/mcp/program.ts';
import { startTestServer, type TestServer } from '../../../tests/support/mcp/server.ts';
import { drawingsAt, PNG, PROGRAM, TOKEN, tempDir } from '../../../tests/support/mcp/stdio.ts';

const folder = tempDir();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { DATA_DIR: folder.dir, DRAW_TOKEN: TOKEN } });
});
afterAll(async () => {
  await testServer.close();
  folder.remove();
});

async function inspect(era: string, ...args: string[]) {
  const program = ['--cli', process.execPath, ...PROGRAM];
  const fixed = ['-e', `DATA_DIR=${folder.dir}`, '--protocol-era', era, '--format', 'json'];
  const ended = await runInstalled('@modelcontextprotocol/inspector', 'mcp-inspector', [
    ...program,
    ...fixed,
    ...args,
  ]);
  const { code, stdout, stderr } = ended;
  return { code, stderr, result: stdout.trim() === '' ? undefined : JSON.parse(stdout).result };
}

describe.for(['legacy', 'modern'])('mcp stdio: the Inspector, %s', { timeout: 90_000 }, (era) => {
  it('lists the tools and finds nothing in their schemas that some client cannot read', async () => {
    const { code, stderr, result } = await inspect(era, '--method', 'tools/list', '--strict');
    expect(code, stderr).toBe(0);
    expect(result.tools).toHaveLength(7);
    expect(stderr).not.toContain('warning');
  });

  it('sees a drawing with its thumbnail, renames it, and is told of a conflict', async () => {
    const { id } = await drawingsAt(testServer.url).create({
      title: 'Seen',
      thumb: `data:image/png;base64,${PNG}`,
    });
    const call = (name: string, ...args: string[]) =>
      inspect(era, '--method', 'tools/call', '--tool-name', name, '--tool-arg', `id=${id}`, ...args);
    const seen = await call('draw_get_drawing');
    expect(seen.code, seen.stderr).toBe(0);
    expect(seen.result.content[1]).toMatchObject({ type: 'image', data: PNG });
    const renamed = await call('draw_rename_drawing', 'title=By the Inspector', 'rev=1');
    expect(renamed.code, renamed.stderr).toBe(0);
    expect(await drawingsAt(testServer.url).get(id)).toMatchObject({ title: 'By the Inspector', rev: 2 });
    const late = await call('draw_rename_drawing', 'title=Late', 'rev=1');
    expect(late.code).toBe(5);
    expect(late.result.content[0].text).toContain('current revision is 2');
  });
});
