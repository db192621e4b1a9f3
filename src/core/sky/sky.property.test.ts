import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStep, checkHonest, dataOf, note, nothingSaid } from '../../../tests/support/sky/honest.ts';
import { SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { MINUTE, toSgt } from '../air/time/time.ts';
import { factsOf } from './facts.ts';
import { skyBody } from './sky.ts';
import { FEEDS, type SkyState } from './types.ts';

const NOTHING = { refreshed: false, fetchedAt: null, newest: null };

describe('sky: whatever the feeds do', () => {
  it('nothing is shown after its limit, as zero unless it was measured, or as all clear without data', () => {
    let shown = 0;
    const states = new Set<string>();
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 10 }), (steps) => {
        let now = SKY_NOW;
        let { feeds }: SkyState = skyState(now, {}, Object.fromEntries(FEEDS.map((feed) => [feed, NOTHING])));
        const said = nothingSaid();
        for (const { minutes, answers, area } of steps) {
          now += minutes * MINUTE;
          for (const feed of FEEDS) {
            const answer = answers[feed];
            if (answer === undefined) continue;
            const data = answer === null ? undefined : dataOf(feed, answer, now);
            const heard = data && { refreshed: true, fetchedAt: toSgt(now), newest: data };
            feeds = { ...feeds, [feed]: { ...feeds[feed], refreshed: false, ...heard } };
            if (data !== undefined) note(said, feed, data);
          }
          const facts = factsOf({ feeds });
          const { body, maxAge } = skyBody(facts, { area, now });
          checkHonest(body, said, now);
          // What a cache may still serve then is no less honest.
          checkHonest(body, said, Math.max(now, now + maxAge * 1000 - 1_000));
          if (body.now.rain !== null) shown += 1;
          states.add(body.now.lightning.state);
        }
        const all = skyBody(factsOf({ feeds }), { area: 'all', now }).body;
        for (const { id, now: measured, next } of (all.areas ?? []).slice(0, 5)) {
          checkHonest({ ...all, area: id, now: measured, next }, said, now);
        }
      }),
      { numRuns: 250 },
    );
    // The histories reach every state, or this proves nothing.
    expect(shown).toBeGreaterThan(20);
    expect([...states].sort()).toEqual(['about', 'near', 'none', 'unknown']);
  });
});
