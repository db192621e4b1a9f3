/** The product's worker in Chromium, compared with a worker that responds with constants. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { CHUNK_STROKES, STROKES_MAX } from '../../../src/core/drawing/limits.ts';
import { strokesJson } from '../../../src/core/drawing/strokes/stroke-json.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { startAppServer } from '../../support/app-server.ts';
import { launchBrowser } from '../../support/browser.ts';
import { ask, controlled, stopWorkers } from '../../support/worker.ts';
import { drawingOf, ordinaryDrawing } from '../ink/ink.ts';
import { type OpenTrial, type Trial, undisturbed } from '../trial.ts';
import { openBareWorker } from './bare-worker.ts';

/** Requests in one run. */
const TRIPS = 10;
/** Cold starts in one run. */
const STARTS = 4;
const FEW = 20;
/** Bytes of one PATCH while a large drawing is stored. */
const SLICE = 3_500_000;

interface Pages {
  /** A page of the app's origin, controlled by its worker, without any script of the app. */
  readonly app: Page;
  readonly bare: Page;
}

const ordinary = ordinaryDrawing();

const getTrial: Trial = {
  name: 'worker: GET',
  unit: 'ms',
  note: `GET: ${ordinary.label}; ${TRIPS} round trips a run`,
  figures: [
    { what: 'worker: GET of a 57 KB drawing', subject: 'worker', limit: 'bare', budget: { atMost: 1.6 } },
  ],
  open: () =>
    inBrowser(async ({ app, bare }) => {
      const path = await store(app, ordinary.strokes);
      return {
        bare: async () => undisturbed(await getTimes(bare, '/drawing', TRIPS)),
        worker: async () => undisturbed(await getTimes(app, path, TRIPS)),
      };
    }),
};

const saveTrial: Trial = {
  name: 'worker: saving a stroke',
  unit: 'ms',
  note: `saving: ${drawingOf(STROKES_MAX).label}, of which the small drawing is the beginning; ${TRIPS} saves a run; the bare worker reads the request and answers a constant`,
  figures: [
    {
      what: 'worker: saving a stroke at 20 strokes',
      subject: 'few',
      limit: 'bare',
      budget: { atMost: 2 },
    },
    {
      what: 'worker: saving a stroke at 20,000 strokes',
      subject: 'many',
      limit: 'bare',
      budget: { atMost: 2 },
    },
    {
      what: 'worker: saving a stroke, 20,000 against 20',
      subject: 'many',
      limit: 'few',
      budget: { atMost: 1.3 },
    },
  ],
  // One start of a browser differs from the next, and one run from the next by half of what it measures.
  openings: 6,
  runs: 60,
  open: () => inBrowser(saveSides),
};

async function saveSides({ app, bare }: Pages): Promise<OpenTrial['sides']> {
  const { strokes } = drawingOf(STROKES_MAX);
  // Leaves room for the strokes of all runs. The last chunk of both drawings is equally full when a run begins.
  const room = 5 * CHUNK_STROKES;
  const many = strokes.slice(0, STROKES_MAX - room);
  const manyPath = await store(app, many);
  const bodies = strokes.slice(0, TRIPS).map((stroke) => addition([stroke]));
  return {
    bare: async () => undisturbed(await patchTimes(bare, '/stroke', bodies)),
    async few() {
      const path = await store(app, strokes.slice(0, FEW));
      return undisturbed(await patchTimes(app, path, bodies));
    },
    async many() {
      return undisturbed(await patchTimes(app, manyPath, bodies));
    },
  };
}

const coldTrial: Trial = {
  name: 'worker: cold start',
  unit: 'ms',
  note: `cold start: every worker stopped through CDP before each answer; ${STARTS} starts a run`,
  figures: [
    {
      what: 'worker: cold start to the first answer',
      subject: 'health',
      limit: 'bare health',
      budget: { atMost: 1.6 },
    },
    {
      what: 'worker: cold start to a 57 KB drawing',
      subject: 'drawing',
      limit: 'bare drawing',
      budget: { atMost: 1.6 },
    },
  ],
  // As above: single starts of a browser gave 1.52 to 1.72.
  openings: 6,
  runs: 60,
  open: () =>
    inBrowser(async ({ app, bare }) => {
      const path = await store(app, ordinary.strokes);
      const cold = (page: Page, address: string) => async () => {
        const times: number[] = [];
        for (let i = 0; i < STARTS; i++) {
          await stopWorkers(page);
          times.push(...(await getTimes(page, address, 1)));
        }
        return undisturbed(times);
      };
      return {
        health: cold(app, '/health'),
        'bare health': cold(bare, '/health'),
        drawing: cold(app, path),
        'bare drawing': cold(bare, '/drawing'),
      };
    }),
};

export const browserTrials: readonly Trial[] = [getTrial, saveTrial, coldTrial];

/** Opens both workers in one browser. */
async function inBrowser(prepare: (pages: Pages) => Promise<OpenTrial['sides']>): Promise<OpenTrial> {
  const answer = { id: randomUUID(), rev: 100, title: 'Sample', strokeCount: 100, updatedAt: new Date() };
  const length = strokesJson(ordinary.strokes).length;
  const [server, bareWorker] = await Promise.all([
    startAppServer(),
    openBareWorker(length, JSON.stringify(answer)),
  ]);
  const browser = await launchBrowser();
  const context = await browser.newContext();
  const open = async (url: string) => {
    const page = await context.newPage();
    await page.goto(url);
    await controlled(page);
    await page.goto(`${url}/health`);
    return page;
  };
  const pages = { app: await open(server.url), bare: await open(bareWorker.url) };
  return {
    sides: await prepare(pages),
    async close() {
      await browser.close();
      await bareWorker.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Milliseconds from each request to the last byte of its response. */
function getTimes(page: Page, path: string, count: number): Promise<number[]> {
  return page.evaluate(
    async ([path, count]) => {
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const started = performance.now();
        const response = await fetch(path);
        await response.text();
        times.push(performance.now() - started);
        if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
      }
      return times;
    },
    [path, count] as const,
  );
}

/**
 * Sends PATCH requests one after another, as the studio does when the pen lifts. Returns milliseconds for each.
 */
function patchTimes(page: Page, path: string, bodies: readonly string[]): Promise<number[]> {
  return page.evaluate(
    async ([path, bodies]) => {
      // Requests a list instead of the drawing: the browser would free megabytes of that while the saves are
      // measured.
      const list = await fetch('/api/v1/drawings').then((answer) =>
        answer.ok ? answer.json() : { drawings: [] },
      );
      const entry = list.drawings.find(({ id }: { id: string }) => path.endsWith(id));
      let tag = `"${entry?.rev ?? 1}"`;
      const times: number[] = [];
      for (const body of bodies) {
        const headers = {
          'Content-Type': 'application/json-patch+json',
          'If-Match': tag,
          'Idempotency-Key': crypto.randomUUID(),
        };
        const started = performance.now();
        const response = await fetch(path, { method: 'PATCH', headers, body });
        await response.text();
        times.push(performance.now() - started);
        if (!response.ok) throw new Error(`PATCH ${path}: ${response.status}`);
        tag = response.headers.get('ETag') ?? tag;
      }
      return times;
    },
    [path, bodies] as const,
  );
}

/** Stores the strokes as a new drawing, through the worker. Returns its path. */
export async function store(page: Page, strokes: readonly Stroke[]): Promise<string> {
  const path = `/api/v1/drawings/${randomUUID()}`;
  const [first = [], ...rest] = slices(strokes);
  let answer = await ask(page, path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' },
    body: JSON.stringify({ title: 'Sample', strokes: first, thumb: '' }),
  });
  for (const slice of rest) {
    if (answer.status >= 300) break;
    const headers = {
      'Content-Type': 'application/json-patch+json',
      'If-Match': answer.headers.etag ?? '',
      'Idempotency-Key': randomUUID(),
    };
    answer = await ask(page, path, { method: 'PATCH', headers, body: addition(slice) });
  }
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return path;
}

function addition(strokes: readonly Stroke[]): string {
  return JSON.stringify(strokes.map((value) => ({ op: 'add', path: '/strokes/-', value })));
}

/** Splits strokes into slices that fit into one request each. */
function slices(strokes: readonly Stroke[]): Stroke[][] {
  const all: Stroke[][] = [[]];
  let bytes = 0;
  for (const stroke of strokes) {
    const size = addition([stroke]).length;
    if (bytes + size > SLICE) {
      all.push([]);
      bytes = 0;
    }
    bytes += size;
    all.at(-1)!.push(stroke);
  }
  return all;
}
