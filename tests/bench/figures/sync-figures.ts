/**
 * The cost of sync. The real engine and the real server with SQLite, connected by a proxy that counts every
 * request and every byte, headers included. The cost must depend on what changed, not on how much there is.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from '../../../server/store/index.ts';
import { apiOf, appendStroke, readDrawing } from '../../server/program.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { type Device, device, server as inMemory } from '../../support/sync/sync.ts';
import { startServer } from '../processes.ts';
import type { Figure } from '../trial.ts';

const DRAWINGS = 10_000;
const STROKES_EACH = 3;
/** Nothing here is timed: with a file system in memory, no write waits for a disk. */
const MEMORY = '/dev/shm';
const TOKEN = 'a-token-for-the-bench';
const NOTE = `sync: ${DRAWINGS.toLocaleString('en-SG')} drawings of ${STROKES_EACH} real strokes on both sides; bytes of both directions on the wire, headers and all; the three requests are the changes, the profile and the stroke, or the whole drawing that has it`;

interface Cost {
  readonly requests: number;
  /** In both directions. */
  readonly bytes: number;
}

interface Wire extends AsyncDisposable {
  readonly url: string;
  readonly bytes: () => number;
}

/** Passes everything on to the port, and counts it. */
async function openWire(port: number): Promise<Wire> {
  let bytes = 0;
  const wire = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const side of [near, far]) {
      side.on('data', (data) => {
        bytes += data.length;
      });
      side.on('error', () => {});
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const address = wire.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      wire.close();
    },
  };
}

/** A device whose requests go through the proxy, with the token. */
function deviceOn(wire: Wire, file: string): Device {
  // In SQLite: the store in memory would copy everything for each write.
  const made = device(inMemory(), sqliteStore({ file }));
  made.network = ({ path, method, headers, body }) =>
    fetch(`${wire.url}${path}`, {
      method,
      headers: { ...headers, Authorization: `Bearer ${TOKEN}` },
      ...(body === undefined ? {} : { body }),
    });
  return made;
}

/** On a busy machine, the server asks for a pause now and then: tries again. */
async function settleInTime(made: Device): Promise<void> {
  for (;;) {
    const outcome = await made.sync.run();
    if (outcome === 'done') return;
    if (outcome === 'more') continue;
    if (outcome.trouble !== 'busy') throw new Error(`the run stopped: ${outcome.trouble}`);
    await new Promise((resolve) => setTimeout(resolve, outcome.wait));
  }
}

async function costOf(made: Device, wire: Wire): Promise<Cost> {
  const [requests, bytes] = [made.asked.length, wire.bytes()];
  await made.settle();
  return { requests: made.asked.length - requests, bytes: wire.bytes() - bytes };
}

/**
 * @param isWanted true if figures of this name are to be measured
 */
export async function syncFigures(isWanted: (name: string) => boolean): Promise<Figure[]> {
  const names = ['nothing changed', 'one stroke drawn here', 'one stroke drawn elsewhere'] as const;
  const full = (name: string) => `sync among 10,000 drawings: ${name}`;
  if (!names.some((name) => isWanted(full(name)))) return [];
  const dir = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'pleinair-bench-sync-'));
  const started = await startServer(dir, { DRAW_TOKEN: TOKEN });
  try {
    await using wire = await openWire(started.port);
    const here = deviceOn(wire, join(dir, 'here.sqlite'));
    const strokes = realStrokes((DRAWINGS + 2) * STROKES_EACH);
    const ids: string[] = [];
    console.error(`making ${DRAWINGS} drawings`);
    for (let i = 0; i < DRAWINGS; i++) {
      const own = strokes.slice(i * STROKES_EACH, (i + 1) * STROKES_EACH);
      ids.push(await here.pages.create({ title: `Drawing ${i + 1}`, strokes: own }));
    }
    console.error(`syncing ${DRAWINGS} drawings for the first time`);
    await settleInTime(here);
    // The device gets its own changes back once, in the server's list.
    await here.settle();
    const [drawn, other] = strokes.slice(-2);
    const [id] = ids.slice(DRAWINGS / 2);
    if (!drawn || !other || !id) throw new Error('too few drawings');

    const costs: Record<(typeof names)[number], Cost> = {
      'nothing changed': await costOf(here, wire),
      'one stroke drawn here': await (async () => {
        await here.pages.add(id, drawn);
        return costOf(here, wire);
      })(),
      'one stroke drawn elsewhere': await (async () => {
        const api = apiOf({ url: `http://127.0.0.1:${started.port}`, token: TOKEN });
        const { rev } = await readDrawing(api, id);
        await appendStroke(api, id, rev, other, 'elsewhere');
        return costOf(here, wire);
      })(),
    };
    return names.flatMap((name) => {
      const { requests, bytes } = costs[name];
      return [
        absolute(full(name), 'requests', requests, name === 'nothing changed' ? 2 : 3),
        absolute(full(name), 'KB', bytes / 1024, name === 'one stroke drawn elsewhere' ? 12 : 4),
      ];
    });
  } finally {
    await started.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function absolute(what: string, unit: string, value: number, atMost: number): Figure {
  return { what, unit, subject: value, ratio: value, budget: { atMost }, ok: value <= atMost, note: NOTE };
}
