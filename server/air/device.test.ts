import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { AirPort } from '../../src/api/ports.ts';
import { readingsBody } from '../../src/core/air/readings.ts';
import { MINUTE } from '../../src/core/air/time/time.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { cachedAir } from '../../src/sync/cache/cached-air.ts';
import type { Standin } from '../standin/standin.ts';
import { startStandin } from '../standin/standin.ts';
import { upstreamCalls } from '../upstream/calls.ts';
import { serverAir } from './port.ts';

const PUBLIC_URL = 'https://pleinair.test';
let standin: Standin;
let server: Server;

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await standin.close();
});

async function readings(air: AirPort) {
  const state = await air.state();
  return readingsBody(state, { region: 'all', now: air.now(), publicUrl: PUBLIC_URL }).body;
}

describe('air: upstream, server and device over real connections', () => {
  it('the device shows what the upstream published, and shows it as delayed once the server is gone', async () => {
    standin = await startStandin();
    const serverSide = serverAir({ v2Url: standin.v2Url, calls: upstreamCalls(), store: memoryStore() });
    server = createServer((_, response) => {
      void readings(serverSide).then((body) => response.end(JSON.stringify(body)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    let later = 0;
    const device = cachedAir({
      store: memoryStore(),
      fetchServer: (path, signal) => fetch(`http://127.0.0.1:${port}${path}`, { signal }),
      now: () => Date.now() + later,
    });

    const published = await readings(serverSide);
    const shown = await readings(device);
    expect(shown).toEqual(published);
    expect(shown.warning).toBeNull();
    expect([shown.sources.psi.status, shown.sources.pm25.status]).toEqual(['ok', 'ok']);
    expect(Math.abs(device.now() - Date.now())).toBeLessThan(2000);

    server.close();
    server.closeAllConnections();
    later = 10 * MINUTE;
    const kept = await readings(device);
    expect(kept.regions).toEqual(shown.regions);
    expect(kept.sources.pm25).toEqual({ ...shown.sources.pm25, status: 'stale' });
    expect(kept.warning).toMatch(/delayed/);
  });
});
