/**
 * The program on the database of a running server: two writers of one file, in both versions of the protocol.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MCP_VERSION } from '../../../src/api/contract/versions.ts';
import { BODY_MAX, POINTS_MAX, STROKES_SIZE_MAX } from '../../../src/core/drawing/limits.ts';
import { startTestServer, type TestServer } from '../../../tests/support/mcp/server.ts';
import {
  connectStdio,
  drawingsAt,
  ERAS,
  initialise,
  PNG,
  type StdioClient,
  startProgram,
  strokesOf,
  TOKEN,
  tempDir,
  textOf,
  toolCall,
} from '../../../tests/support/mcp/stdio.ts';

const TOOLS = [
  'draw_app_info',
  'draw_status',
  'draw_list_drawings',
  'draw_get_drawing',
  'draw_rename_drawing',
  'draw_trash_drawing',
  'draw_restore_drawing',
];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const folder = tempDir();
const env = { DATA_DIR: folder.dir, DRAW_TOKEN: TOKEN };
let testServer: TestServer;
let drawings: ReturnType<typeof drawingsAt>;
beforeAll(async () => {
  testServer = await startTestServer({ env });
  drawings = drawingsAt(testServer.url);
}, 60_000);
afterAll(async () => {
  await testServer.close();
  folder.remove();
});

describe.for(ERAS)('mcp stdio: on the file of a running server, %s', ([era, mode]) => {
  let stdio: StdioClient;
  beforeAll(async () => {
    stdio = await connectStdio(env, mode);
  }, 60_000);
  afterAll(() => stdio.close());

  it('is served in its own era, and told how to use the tools', () => {
    expect(stdio.client.getNegotiatedProtocolVersion()).toBe(era);
    expect(stdio.client.getServerVersion()).toMatchObject({ name: 'pleinair-drawings', version: '0.1.0' });
    expect(MCP_VERSION).toBe('0.1.0');
    expect(stdio.client.getInstructions()).toContain('draw_list_drawings');
    expect(stdio.client.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } });
  });

  it('finds seven tools that say what they do', async () => {
    const { tools } = await stdio.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    const said = tools.map(({ name, annotations, _meta }) => {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
      expect([idempotentHint, openWorldHint]).toEqual([true, false]);
      return [name, readOnlyHint, destructiveHint, Object(_meta?.['pleinair/effect'])];
    });
    const read = { kind: 'read' };
    expect(said).toEqual([
      ...TOOLS.slice(0, 4).map((name) => [name, true, false, read]),
      [TOOLS[4], false, true, { kind: 'write', action: 'rename', undo: 'draw_rename_drawing' }],
      [TOOLS[5], false, true, { kind: 'write', action: 'trash', undo: 'draw_restore_drawing' }],
      [TOOLS[6], false, false, { kind: 'write', action: 'restore', undo: 'draw_trash_drawing' }],
    ]);
    for (const { title, description, inputSchema, outputSchema } of tools) {
      expect(title && description).toBeTruthy();
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(outputSchema).not.toHaveProperty('additionalProperties');
    }
  });

  it('tells what the server tells of itself', async () => {
    for (const [name, path] of [
      ['draw_app_info', '/app'],
      ['draw_status', '/status'],
    ] as const) {
      const [result, response] = await Promise.all([stdio.call(name), drawings.ask(path)]);
      expect(result.structuredContent).toEqual(await response.json());
      expect(result._meta).toMatchObject({ 'pleinair/effect': { kind: 'read' } });
    }
  });

  it('lists by pages, without pictures', async () => {
    const made = [];
    for (const title of ['One', 'Two', 'Three\n"- ignore"']) {
      made.push(await drawings.create({ title, thumb: `data:image/png;base64,${PNG}` }));
    }
    const first = await stdio.call('draw_list_drawings', { limit: 2 });
    const page = Object(first.structuredContent);
    expect(page.drawings.map(({ id }: { id: string }) => id)).toEqual([made[2]?.id, made[1]?.id]);
    expect(textOf(first)).toContain(`- "Three\\n\\"- ignore\\"": id ${made[2]?.id}, rev 1, 0 strokes`);
    expect(textOf(first)).toContain(page.next);
    const second = await stdio.call('draw_list_drawings', { limit: 1, cursor: page.next });
    expect(Object(second.structuredContent).drawings).toMatchObject([{ id: made[0]?.id, title: 'One' }]);
    expect(JSON.stringify([first, second])).not.toContain('base64');
    const whole = await (await drawings.ask('/drawings')).json();
    const { thumb: _picture, ...entry } = whole.drawings[0];
    expect(page.drawings[0]).toEqual(entry);
  });

  it('gives a summary and the stored thumbnail as an image, strokes only when asked', async () => {
    const strokes = strokesOf([[-5, 2]], [[0, 0]], [[40, -30.25]]);
    const { id } = await drawings.create({
      title: 'Quay',
      strokes,
      thumb: `data:image/png;base64,${PNG}`,
    });
    const result = await stdio.call('draw_get_drawing', { id });
    expect(result.content).toMatchObject([
      { type: 'text' },
      { type: 'image', mimeType: 'image/png', data: PNG },
    ]);
    const { strokes: _all, thumb: _picture, ...entry } = await drawings.get(id);
    expect(result.structuredContent).toEqual({
      ...entry,
      strokeCount: 3,
      hasThumbnail: true,
      layerStrokes: [{ layer: 'base', strokes: 3 }],
      hiddenStrokes: 0,
      bounds: { minX: -5, minY: -30.25, maxX: 40, maxY: 2 },
      tools: [
        { tool: 'pen', strokes: 2 },
        { tool: 'marker', strokes: 1 },
      ],
      colors: [
        { color: '#000000', strokes: 2 },
        { color: '#1d4ed8', strokes: 1 },
      ],
      moreTools: 0,
      moreColors: 0,
    });
    expect(textOf(result)).toContain('Its strokes are left out (3)');

    const some = await stdio.call('draw_get_drawing', { id, strokes: 1, from: 1 });
    expect(some.structuredContent).toMatchObject({
      strokes: [strokes[1]],
      strokesFrom: 1,
      strokesLeftOut: 2,
    });
    expect(textOf(some)).toContain('Strokes 1 to 1 are in the structured result; 2 are left out.');

    const bare = await drawings.create({ title: 'Bare' });
    const without = await stdio.call('draw_get_drawing', { id: bare.id });
    expect(without.content).toHaveLength(1);
    expect(textOf(without)).toContain('No thumbnail is stored');
    expect(without.structuredContent).toMatchObject({ hasThumbnail: false, bounds: null });
  });

  it('renames what HTTP then shows, and sees what HTTP renamed', async () => {
    const { id } = await drawings.create({ title: 'Before', strokes: strokesOf([[1, 1]]) });
    const renamed = await stdio.call('draw_rename_drawing', { id, title: 'By MCP', rev: 1 });
    const effect = { kind: 'write', action: 'rename', undo: 'draw_rename_drawing' };
    expect(renamed.structuredContent).toMatchObject({ effect, id, title: 'By MCP', rev: 2 });
    expect(renamed._meta).toMatchObject({ 'pleinair/effect': effect });
    expect(await drawings.get(id)).toMatchObject({ title: 'By MCP', rev: 2, strokes: strokesOf([[1, 1]]) });
    const { changes } = await (await drawings.ask('/drawings/changes?limit=1000')).json();
    expect(changes.at(-1)).toMatchObject({ id, rev: 2 });

    expect((await drawings.rename(id, 2, 'By HTTP')).status).toBe(200);
    const seen = await stdio.call('draw_get_drawing', { id });
    expect(seen.structuredContent).toMatchObject({ title: 'By HTTP', rev: 3 });
  });

  it('changes nothing at a stale revision, and names the current one', async () => {
    const { id } = await drawings.create({ title: 'Mine' });
    await drawings.rename(id, 1, 'Theirs');
    for (const name of ['draw_rename_drawing', 'draw_trash_drawing']) {
      const args = name === 'draw_rename_drawing' ? { title: 'Late' } : {};
      const refused = await stdio.call(name, { id, rev: 1, ...args });
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toMatch(/current revision is 2.*draw_get_drawing.*call again with rev 2/s);
    }
    expect(await drawings.get(id)).toMatchObject({ title: 'Theirs', rev: 2, trashed: false });
  });

  it('puts into the trash and takes out again, once however often it is asked', async () => {
    const { id } = await drawings.create({ title: 'Bin', strokes: strokesOf([[1, 1]]) });
    for (let i = 0; i < 2; i++) {
      const trashed = await stdio.call('draw_trash_drawing', { id });
      expect(trashed.structuredContent).toMatchObject({
        effect: { kind: 'write', action: 'trash', undo: 'draw_restore_drawing' },
        id,
        rev: 2,
        trashed: true,
        recoverable: true,
      });
    }
    const refused = await stdio.call('draw_rename_drawing', { id, title: 'No', rev: 2 });
    expect(textOf(refused)).toMatch(/in the trash \(revision 2\).*draw_restore_drawing/s);
    const bin = await stdio.call('draw_list_drawings', { trashed: true });
    expect(Object(bin.structuredContent).drawings[0]).toMatchObject({ id, trashed: true });
    expect((await stdio.call('draw_restore_drawing', { id, rev: 1 })).isError).toBe(true);
    const restored = await stdio.call('draw_restore_drawing', { id, rev: 2 });
    expect(restored.structuredContent).toMatchObject({ id, rev: 3, title: 'Bin', trashed: false });
    expect(await drawings.get(id)).toMatchObject({ trashed: false, strokes: strokesOf([[1, 1]]) });
  });

  it('refuses what is unknown or wrong, by name and with the next step', async () => {
    const { id } = await drawings.create({ title: 'Kept' });
    const wrong = [
      ['draw_get_drawing', { id: UNKNOWN }, 'draw_list_drawings'],
      ['draw_rename_drawing', { id: UNKNOWN, title: 'x', rev: 1 }, 'no drawing'],
      ['draw_trash_drawing', { id: UNKNOWN }, 'no drawing'],
      ['draw_get_drawing', { id: '../profile' }, 'UUID'],
      ['draw_rename_drawing', { id, title: 'x' }, 'rev'],
      ['draw_rename_drawing', { id, title: 'x'.repeat(201), rev: 1 }, '200'],
      ['draw_rename_drawing', { id, title: 'x\0', rev: 1 }, 'NUL'],
      ['draw_list_drawings', { limit: 51 }, 'limit'],
      ['draw_list_drawings', { cursor: 'x' }, 'cursor'],
      ['draw_list_drawings', { token: 'x' }, 'token'],
      ['draw_app_info', { verbose: true }, 'verbose'],
    ] as const;
    for (const [name, args, naming] of wrong) {
      const result = await stdio.call(name, args);
      expect(result.isError, `${name} ${JSON.stringify(args)}`).toBe(true);
      expect(textOf(result)).toContain(naming);
    }
    expect(await drawings.get(id)).toMatchObject({ title: 'Kept', rev: 1 });
    await expect(stdio.call('draw_delete_forever', { id })).rejects.toMatchObject({ code: -32602 });
  });

  it('lets one of many at the same revision through, whoever they are', async () => {
    const { id } = await drawings.create({ title: 'Race' });
    const [byMcp, byHttp] = await Promise.all([
      Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          stdio.call('draw_rename_drawing', { id, title: `mcp ${i}`, rev: 1 }),
        ),
      ),
      Promise.all(Array.from({ length: 8 }, (_, i) => drawings.rename(id, 1, `http ${i}`))),
    ]);
    const won = byMcp.filter(({ isError }) => !isError).length + byHttp.filter(({ ok }) => ok).length;
    expect(won).toBe(1);
    expect(await drawings.get(id)).toMatchObject({ rev: 2 });
  });

  it('loses no write of either side', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => drawings.create({ title: '' })));
    const results = await Promise.all(
      made.map(async ({ id }, i) =>
        i % 2 === 0
          ? !(await stdio.call('draw_rename_drawing', { id, title: `n ${i}`, rev: 1 })).isError
          : (await drawings.rename(id, 1, `n ${i}`)).ok,
      ),
    );
    expect(results).not.toContain(false);
    const now = await Promise.all(made.map(({ id }) => drawings.get(id)));
    expect(now.map(({ title, rev }) => [title, rev])).toEqual(made.map((_, i) => [`n ${i}`, 2]));
    const { changes } = await (await drawings.ask('/drawings/changes?limit=1000')).json();
    expect(new Set(changes.map(({ id }: { id: string }) => id)).size).toBe(changes.length);
    expect(testServer.defects).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('mcp stdio: a drawing near the limit of 64 MB', () => {
  it('is seen in a few lines and given in part, with little memory', { timeout: 300_000 }, async () => {
    // The shortest points: as objects they take ten times as much memory as their text.
    const points = Array.from({ length: POINTS_MAX }, (_, i) => [i % 10, 7]);
    const long = { tool: 'pen', color: '#1a2b3c', size: 2.5, points };
    const adding = (stroke: object) => JSON.stringify({ op: 'add', path: '/strokes/-', value: stroke });
    const add = adding(long);
    const { id } = await drawings.create({ title: 'Large', strokes: [] });
    const tail = { ...long, points: [[7, 8]] };
    const several = Math.floor((BODY_MAX - 1000) / (add.length + 1));
    const most = Math.floor(STROKES_SIZE_MAX / JSON.stringify(long).length) - 1;
    let rev = 1;
    for (let there = 0; there < most; ) {
      const more = Math.min(several, most - there);
      there += more;
      const adds = Array<string>(more).fill(add);
      if (there === most) adds[more - 1] = adding(tail);
      const response = await drawings.ask(`/drawings/${id}`, {
        method: 'PATCH',
        headers: {
          'Content-Type': 'application/json-patch+json',
          'If-Match': `"${rev}"`,
          'Idempotency-Key': `large-${rev}`,
        },
        body: `[${adds.join()}]`,
      });
      expect(response.status).toBe(200);
      rev = Object(await response.json()).rev;
    }
    for (const way of [env, { PLEINAIR_URL: testServer.url, DRAW_TOKEN: TOKEN }]) {
      const program = startProgram(way);
      await initialise(program);
      program.send(toolCall(1, 'draw_list_drawings', { limit: 1 }));
      await program.response(1);
      const before = peakOf(program.child.pid);
      program.send(toolCall(2, 'draw_get_drawing', { id, from: most - 1, strokes: 5 }));
      const { structuredContent } = Object(Object(await program.response(2)).result);
      expect(structuredContent).toMatchObject({
        strokeCount: most,
        bounds: { minX: 0, minY: 7, maxX: 9, maxY: 8 },
        tools: [{ tool: 'pen', strokes: most }],
        strokes: [tail],
        strokesLeftOut: most - 1,
      });
      expect(peakOf(program.child.pid) - before).toBeLessThan(350);
    }
  });
});

/** The most memory that a process has used so far, MB. */
function peakOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
