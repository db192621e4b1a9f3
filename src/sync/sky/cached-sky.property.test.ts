import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginSkyAnew,
  noNetwork,
  serverHas,
  skyDevice,
  skyOf,
  skyResponse,
  skyWorld,
} from '../../../tests/support/sky/cached-sky.ts';
import { anyStep, checkHonest, dataOf, note, nothingSaid } from '../../../tests/support/sky/honest.ts';
import { skyState } from '../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, toSgt } from '../../core/air/time/time.ts';
import { FEEDS, type SkyState } from '../../core/sky/types.ts';

const NOTHING = { refreshed: false, fetchedAt: null, newest: null };

describe('sky: whatever feeds and server do to a device', () => {
  const faults = [
    noNetwork,
    async () => skyResponse({}, { status: 503 }),
    async () => new Response('<h1>Welcome</h1>'),
    async () => skyResponse({ apiVersion: '1', sources: {}, areas: [] }),
  ];
  /** What happens to the device in a step, besides what the feeds do. */
  const anyTrouble = fc.record({
    fails: fc.option(fc.constantFrom(...faults), { freq: 2 }),
    restarts: fc.boolean(),
    byHand: fc.boolean(),
    clock: fc.constantFrom(0, 0, -24 * HOUR, 24 * HOUR),
  });

  it('nothing is shown after its limit, as zero unless it was measured, or as all clear without data', async () => {
    let shown = 0;
    const states = new Set<string>();
    const steps = fc.array(fc.tuple(anyStep, anyTrouble), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        beginSkyAnew();
        let { feeds }: SkyState = skyState(
          skyWorld.time,
          {},
          Object.fromEntries(FEEDS.map((feed) => [feed, NOTHING])),
        );
        const said = nothingSaid();
        skyWorld.deviceIsWrongBy = history[0]?.[1].clock ?? 0;
        let device = skyDevice();
        for (const [{ minutes, answers, area }, { fails, restarts, byHand }] of history) {
          skyWorld.time += minutes * MINUTE;
          for (const feed of FEEDS) {
            const answer = answers[feed];
            if (answer === undefined) continue;
            const data = answer === null ? undefined : dataOf(feed, answer, skyWorld.time);
            const heard = data && { refreshed: true, fetchedAt: toSgt(skyWorld.time), newest: data };
            feeds = { ...feeds, [feed]: { ...feeds[feed], refreshed: false, ...heard } };
            if (data !== undefined) note(said, feed, data);
          }
          skyWorld.respond = fails ?? serverHas({ feeds });
          if (restarts) device = skyDevice();
          const asked = skyWorld.asked.length;
          if (byHand) await device.refresh();
          const body = await skyOf(device, area);
          const heard = skyWorld.asked.length > asked && fails === null;
          // Before the first answer a device only has its own clock, and nothing to show by it.
          checkHonest(body, said, body.fetchedAt === null ? device.now() : skyWorld.time);
          if (skyWorld.asked.length > asked && !heard) {
            expect(Object.values(body.sources).map(({ status }) => status)).not.toContain('ok');
          }
          for (const feed of FEEDS) {
            if (heard && !feeds[feed].refreshed)
              expect([feed, body.sources[feed].status]).not.toEqual([feed, 'ok']);
          }
          if (body.now.rain !== null) shown += 1;
          states.add(body.now.lightning.state);
        }
      }),
      { numRuns: 200 },
    );
    // The histories reach every state, or this proves nothing.
    expect(shown).toBeGreaterThan(10);
    expect([...states].sort()).toEqual(['about', 'near', 'none', 'unknown']);
  });
});
