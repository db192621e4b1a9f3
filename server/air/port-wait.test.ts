import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AirPort } from '../../src/api/ports.ts';
import { MINUTE } from '../../src/core/air/time/time.ts';
import { addressOf, air, begin, end, HOUR_16, readings, world } from '../../tests/support/air/air-port.ts';
import { ownTime } from '../../tests/support/busy/own-time.ts';

beforeEach(begin);
afterEach(end);

describe('air: the server over a real connection', () => {
  it('a source that hangs does not hold an answer for longer than it may wait', async () => {
    const port = air({ waitMs: 20, timeoutMs: 60_000 });
    await readBoth(port);
    world.now += 10 * MINUTE;
    world.standin.setFault('psi', 'hang');
    const psiAsked = () => world.standin.asked.filter((path) => path.startsWith('/psi')).length;
    const before = psiAsked();
    const { body } = await readings(port);
    expect(body.sources.psi).toMatchObject({ timestamp: HOUR_16, fetchedAt: '2026-11-21T16:20:00+08:00' });
    await expect.poll(psiAsked).toBe(before + 1);
    await readings(port);
    expect(psiAsked(), 'the one that hangs is the only one').toBe(before + 1);
  });

  it('the first answer ever waits for an upstream that is slower than that', async () => {
    const slow: typeof fetch = async (input, init) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return fetch(input, init);
    };
    const { body } = await readings(air({ waitMs: 1, fetch: slow }));
    expect(body.sources).toMatchObject({ psi: { status: 'ok' }, pm25: { status: 'ok' } });
  });

  it('a source whose upstream hangs is not ok while the attempt is in doubt, and ok once it was answered', async () => {
    let release = () => {};
    let hang = false;
    const held: typeof fetch = async (input, init) => {
      if (hang && addressOf(input).includes('/psi')) await new Promise<void>((done) => (release = done));
      return fetch(input, init);
    };
    const port = air({ waitMs: 20, timeoutMs: 60_000, fetch: held });
    await readBoth(port);
    world.now += 10 * MINUTE;
    hang = true;
    // The other source may take longer than that, too.
    await expect.poll(async () => (await port.state()).sources.pm25.refreshed).toBe(true);
    const doubtful = await port.state();
    expect(doubtful.sources.psi).toMatchObject({ refreshed: false, newest: { hour: HOUR_16 } });
    const { body, maxAge } = await readings(port);
    expect(body.sources.psi.status).toBe('stale');
    expect(body.warning).toMatch(/PSI is delayed: nothing newer than 16:00/);
    expect(maxAge).toBe(0);
    expect(await port.state(), 'made once').toBe(doubtful);
    expect(await port.history()).toBe(await port.history());
    hang = false;
    release();
    await expect.poll(async () => (await readings(port)).body.sources.psi.status).toBe('ok');
  });

  it('whoever asks once that time is over does not wait at all', async () => {
    const port = air({ waitMs: 200, timeoutMs: 60_000 });
    await readBoth(port);
    world.now += 10 * MINUTE;
    world.standin.setFault('psi', 'hang');
    await port.state();
    using time = ownTime();
    for (let index = 0; index < 20; index += 1) await port.state();
    // If each request waited by itself, this would take four seconds.
    expect(time.ms()).toBeLessThan(2_000);
  });

  it('with nothing to show it waits longer, but not for ever', async () => {
    world.standin.setFault('both', 'hang');
    const port = air({ waitMs: 1, firstWaitMs: 100, timeoutMs: 60_000 });
    const { body } = await readings(port);
    expect([body.sources.psi.status, body.sources.pm25.status]).toEqual(['unavailable', 'unavailable']);
  });

  it('a source that hangs past the time limit turns stale', async () => {
    await readBoth(air());
    world.now += 10 * MINUTE;
    world.standin.setFault('psi', 'hang');
    const port = air({ waitMs: 10, timeoutMs: 1_000 });
    await expect.poll(async () => (await readings(port)).body.sources.psi.status).toBe('stale');
  });

  it('a body that trickles without end is given up', async () => {
    const slow = createServer((_, response) => void response.write('{"code":0,'));
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const address = slow.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const trickling = air({ v2Url: `http://127.0.0.1:${port}/api`, timeoutMs: 100 });
    expect((await readings(trickling)).body.sources.psi.status).toBe('unavailable');
    slow.closeAllConnections();
    slow.close();
  });
});

/** Waits until both sources were read: a response with the first one does not wait for the other. */
async function readBoth(port: AirPort): Promise<void> {
  const refreshed = async () => {
    const { psi, pm25 } = (await port.state()).sources;
    return [psi.refreshed, pm25.refreshed];
  };
  await expect.poll(refreshed).toEqual([true, true]);
}
