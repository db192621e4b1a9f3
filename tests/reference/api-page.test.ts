import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { startStandin } from '../../server/standin/standin.ts';
import { SERVER_ROUTES } from '../../src/api/server-api.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { JPEG } from '../support/underlay/photos.ts';
import { emptyProject, type Project } from './project.ts';

const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
/** The address that the page's examples use. */
const BASE = 'http://127.0.0.1:8787';
/** The drawing of the page's examples. One of them makes it. */
const DRAWING = '5b1d3c1e-8f5a-4f0e-9b60-2f0c7a4f9d11';

function blocks(language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...page.matchAll(pattern)].map((match) => match[1] ?? '');
}

let upstream: Awaited<ReturnType<typeof startStandin>>;
let server: AppServer;
let project: Project;
beforeAll(async () => {
  upstream = await startStandin();
  server = await startAppServer({ env: { DATA_GOV_SG_V2_URL: upstream.v2Url } });
  project = emptyProject();
  project.write('photo.jpg', JPEG);
});
afterAll(async () => {
  project[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
  await upstream.close();
});

function here(code: string): string {
  return code.replaceAll(BASE, server.url);
}

describe('api reference: docs/api.md', () => {
  test('its commands are all accepted by the server, those on the drawing in any order and again', async () => {
    const commands = blocks('sh');
    expect(commands.length).toBeGreaterThanOrEqual(6);
    const onDrawing = commands.filter((one) => one.includes(DRAWING) && !one.includes('If-None-Match: *'));
    expect(onDrawing.length).toBeGreaterThanOrEqual(6);
    const others = commands.filter((one) => !onDrawing.includes(one));
    for (const command of [...others, ...onDrawing.toReversed(), ...onDrawing]) {
      // In curl's own settings file, so that for every curl of the block a refusal is a failure.
      project.write('.curlrc', 'fail-with-body\nsilent\nshow-error\n');
      const { ok, output } = await project.shell(`set -e\n${here(command)}`, {
        DRAW_TOKEN: server.token,
        CURL_HOME: project.dir,
      });
      expect(ok, `${command}\n${output.slice(0, 500)}`).toBe(true);
      expect(output).not.toContain('"error"');
      if (command.includes('If-None-Match: $etag')) expect(output).toBe('304\n');
    }
  });

  test('its TypeScript has correct types and works', async () => {
    const scripts = blocks('ts');
    expect(scripts).toHaveLength(2);
    scripts.forEach((code, i) => {
      project.write(`script-${i}.ts`, here(code));
    });
    expect(await project.checkTypes()).toEqual({ ok: true, output: '' });
    const [air, drawing] = await Promise.all(
      scripts.map((_, i) => project.run(`script-${i}.ts`, { DRAW_TOKEN: server.token })),
    );
    expect(air?.output).toMatch(/^Central: \d+ µg\/m³, \w[\w ]*, of \d{4}-\d\d-\d\dT\d\d:00:00\+08:00\n$/);
    expect(drawing?.output).toBe('1 stroke, revision 2\n');
  });

  test('its error body is correct', async () => {
    const [shown = ''] = blocks('json');
    const response = await fetch(`${server.url}/api/v1/readings?region=Central`);
    const body: { error: { details: object[] } } = await response.json();
    const example = JSON.parse(shown);
    expect(Object.keys(body)).toEqual(Object.keys(example));
    expect(Object.keys(body.error)).toEqual(Object.keys(example.error));
    expect(body.error).toMatchObject({ code: example.error.code, details: [{ path: 'region' }] });
  });

  test('its table of paths has every route of the API, on the right side', () => {
    const row = /^\| paths \|([^|]*)\|([^|]*)\|$/m.exec(page);
    const [air = [], gated = []] = [row?.[1], row?.[2]].map((cell) =>
      [...(cell ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
    );
    const paths = (access: string) =>
      SERVER_ROUTES.filter((route) => route.access === access).map(({ path }) =>
        path.replace(/^\/api\/v1(?=\/)/, ''),
      );
    // A path with several methods is named once.
    expect([...air].sort()).toEqual([...new Set(paths('air'))].sort());
    expect(paths('token').filter((path) => !gated.some((one) => path.startsWith(one)))).toEqual([]);
  });
});
