import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import type { OpenapiDocument } from '../../src/app/reference/document.ts';
import { operationGroups } from '../../src/app/reference/document.ts';
import { examplesOf } from '../../src/app/reference/examples.ts';
import { SAMPLE_ID } from '../../src/app/reference/samples.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { JPEG } from '../support/underlay/photos.ts';
import { emptyProject } from './project.ts';

/** The document as the page gets it. */
const document: OpenapiDocument = JSON.parse(JSON.stringify(openapiDocument()));
const operations = operationGroups(document).flatMap((group) => group.operations);

/** Operations in this order first, because the others need the drawing that these leave; DELETE comes last. */
const ORDER = ['replaceDrawing', 'getDrawing', 'patchDrawing', 'trashDrawing', 'restoreDrawing'];
const DELETIONS = ['purgeDrawing', 'emptyTrash'];
/**
 * Their examples cannot succeed: they need a code or a link that was made before, whose secret is shown once, or the
 * endpoint and the keys of a browser, or an earlier version or a photo in its place, which a drawing just made does not have.
 */
const NEED_MORE = [
  'createPairing',
  'endShare',
  'getShared',
  'createSharedLiveTicket',
  'putAlerts',
  'deleteAlerts',
  'getVersion',
  'getUnderlay',
];
const inOrder = [
  ...ORDER.map(operationOf),
  ...operations.filter(({ id }) => ![...ORDER, ...DELETIONS, ...NEED_MORE].includes(id)),
];

function operationOf(id: string) {
  return operations.find((operation) => operation.id === id)!;
}

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('api reference: the typed client', () => {
  test('is one file that compiles in an empty project', async () => {
    using project = emptyProject();
    const response = await fetch(`${server.url}/client/pleinair.ts`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    project.write('pleinair.ts', await response.text());
    project.write('right.ts', RIGHT);
    expect(await project.checkTypes()).toEqual({ ok: true, output: '' });
  });

  test('has types that refuse every mistake', async () => {
    using project = emptyProject();
    project.write('api.ts', API);
    for (const [name, line] of Object.entries(WRONG)) {
      project.write(`${name}.ts`, `import { api } from './api.ts';\n${line}\n`);
    }
    const { output } = await project.checkTypes();
    const refused = new Set([...output.matchAll(/^([\w-]+)\.ts\(2,/gm)].map((match) => match[1]));
    expect(refused).toEqual(new Set(Object.keys(WRONG)));
  });

  test('works against the server: reads the air, and draws with the token', async () => {
    using project = emptyProject();
    project.write('script.ts', SCRIPT);
    const { ok, output } = await project.run('script.ts', { BASE: server.url, DRAW_TOKEN: server.token });
    expect(output).toBe(
      [
        'readings 200 5 regions, 1 of one region',
        'unknown id 404 not_found',
        'created 201 patched 200 rev 2 "A title: ü/?&"',
        'stale 409 conflict',
        'without the token 401 unauthorized',
        'not json UnexpectedResponse 404',
        '',
      ].join('\n'),
    );
    expect(ok).toBe(true);
  });

  test('sends the token to no operation that is public', async () => {
    using project = emptyProject();
    project.write('sent.ts', SENT);
    const calls = operations.map(({ id, method, path }) => ({ id, method: method.toLowerCase(), path }));
    const { output } = await project.run('sent.ts', { CALLS: JSON.stringify(calls) });
    // /auth/check is public, but is about the token.
    const expected = operations.map(
      ({ id, gated }) => `${id} ${gated || id === 'checkAuth' ? 'Bearer secret' : 'null'}`,
    );
    expect(output.trim().split('\n')).toEqual(expected);
  });
});

describe('api reference: the examples', () => {
  test('in TypeScript have correct types', async () => {
    using project = emptyProject();
    for (const operation of operations) {
      project.write(`${operation.id}.ts`, exampleOf(operation, 'TypeScript', server.url));
    }
    expect(await project.checkTypes()).toEqual({ ok: true, output: '' });
  });

  test.each(['curl', 'TypeScript'] as const)(
    'with %s work unchanged',
    { timeout: 60_000 },
    async (language) => {
      await using fresh = await startAppServer({ token: `it's"a"$token-of-a-test` });
      using project = emptyProject();
      project.write('photo.jpg', JPEG);
      const succeeds = async (operation: (typeof operations)[number]) => {
        const code = exampleOf(operation, language, fresh.url);
        const { ok, output } = await (language === 'curl'
          ? project.shell(`${code} --silent --show-error --fail-with-body`, { DRAW_TOKEN: fresh.token })
          : runScript(project, code, fresh.token));
        const answered = output.trim() === '' ? 'nothing' : 'something';
        expect([operation.id, ok ? answered : output.slice(0, 500), refusal(output)]).toEqual([
          operation.id,
          'something',
          '',
        ]);
      };
      for (const operation of inOrder) await succeeds(operation);
      const token = { headers: { 'X-Draw-Token': fresh.token } };
      const address = `${fresh.url}/api/v1/drawings/${SAMPLE_ID}`;
      const left = await fetch(address, token);
      expect(await left.json()).toMatchObject({ title: 'Rain tree', trashed: false, strokes: { length: 2 } });
      await fetch(address, { ...token, method: 'DELETE' });
      for (const id of DELETIONS) await succeeds(operationOf(id));
      expect((await fetch(address, token)).status).toBe(404);
    },
  );
});

type Project = ReturnType<typeof emptyProject>;

function runScript(project: Project, code: string, token: string) {
  project.write('example.ts', code);
  return project.run('example.ts', { DRAW_TOKEN: token });
}

/** What an example in TypeScript prints when it was refused. For curl, the exit code tells. */
function refusal(output: string): string {
  return /^\d{3} .*/m.exec(output)?.[0] ?? '';
}

function exampleOf(operation: (typeof operations)[number], language: string, base: string): string {
  return examplesOf(operation, document, base).find((example) => example.language === language)?.code ?? '';
}

const API = `import { createPleinair } from './pleinair.ts';
export const api = createPleinair({ baseUrl: 'http://127.0.0.1:1' });
`;

const RIGHT = `import { createPleinair, type Schemas } from './pleinair.ts';
const api = createPleinair({ baseUrl: 'http://127.0.0.1:1', token: process.env['DRAW_TOKEN'] });
const answer = await api.get('/api/v1/readings', { query: { region: 'central' } });
if (answer.status === 200) {
  const readings: Schemas['Readings'] = answer.body;
  const figure: number | null | undefined = readings.regions[0]?.pm25;
  console.log(figure);
} else if (answer.status === 304) {
  const nothing: null = answer.body;
  console.log(nothing);
} else {
  const code: 'invalid_parameter' | 'rate_limited' | 'internal' | 'busy' | 'unavailable' = answer.body.error.code;
  console.log(code);
}
`;

/** One mistake in each. */
const WRONG: Readonly<Record<string, string>> = {
  region: `await api.get('/api/v1/readings', { query: { region: 'Central' } });`,
  parameter: `await api.get('/api/v1/readings', { query: { area: 'central' } });`,
  'no-id': `await api.get('/api/v1/drawings/{id}');`,
  method: `await api.delete('/api/v1/readings');`,
  'no-body': `await api.put('/api/v1/profile');`,
  body: `await api.put('/api/v1/profile', { body: { displayName: 7, avatarSeed: '' } });`,
  status: `(await api.get('/api/v1/readings')).body.regions;`,
};

const SCRIPT = `import { createPleinair, UnexpectedResponse } from './pleinair.ts';
const baseUrl = process.env.BASE + '/';
const api = createPleinair({ baseUrl, token: process.env.DRAW_TOKEN });
const all = await api.get('/api/v1/readings');
const one = await api.get('/api/v1/readings', { query: { region: 'east' } });
if (all.status !== 200 || one.status !== 200) throw new Error('no readings');
console.log('readings', all.status, all.body.regions.length, 'regions,', one.body.regions.length, 'of one region');

const id = 'cc0f4c2e-61c1-4b8e-9d0b-3a7c5d1e2f90';
const missing = await api.get('/api/v1/drawings/{id}', { path: { id: 'no such/id?' } });
console.log('unknown id', missing.status, missing.status === 404 && missing.body.error.code);

const created = await api.put('/api/v1/drawings/{id}', {
  path: { id },
  headers: { 'If-None-Match': '*' },
  body: { title: 'A', strokes: [], thumb: '' },
});
const title = 'A title: ü/?&';
const patch = (key: string) => ({
  path: { id },
  headers: { 'If-Match': '1', 'Idempotency-Key': key },
  body: [{ op: 'replace', path: '/title', value: title }] as const,
});
const patched = await api.patch('/api/v1/drawings/{id}', patch('one'));
if (patched.status !== 200) throw new Error('not patched');
console.log('created', created.status, 'patched', patched.status, 'rev', patched.body.rev, JSON.stringify(patched.body.title));
const stale = await api.patch('/api/v1/drawings/{id}', { ...patch('two'), body: [{ op: 'replace', path: '/title', value: 'B' }] });
console.log('stale', stale.status, stale.status === 409 && stale.body.error.code);

const stranger = createPleinair({ baseUrl });
const refused = await stranger.get('/api/v1/drawings');
console.log('without the token', refused.status, refused.status === 401 && refused.body.error.code);
await createPleinair({ baseUrl: baseUrl + 'nowhere' }).get('/api/v1/readings').catch((error: unknown) => {
  console.log('not json', error instanceof UnexpectedResponse && error.name, error instanceof UnexpectedResponse && error.status);
});
`;

const SENT = `import { createPleinair } from './pleinair.ts';
for (const { id, method, path } of JSON.parse(process.env.CALLS ?? '[]')) {
  const api = createPleinair({
    baseUrl: 'http://127.0.0.1:1',
    token: 'secret',
    async fetch(request) {
      console.log(id, request.headers.get('authorization'));
      return Response.json({});
    },
  });
  await api[method as 'get'](path, { path: { id: 'x' } } as object);
}
`;
