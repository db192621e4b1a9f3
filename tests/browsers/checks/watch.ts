import assert from 'node:assert/strict';
import { until } from '../page.ts';
import { openApp, openSite } from '../site.ts';
import { problems } from '../watch.ts';
import type { Check } from './check.ts';

export const watchChecks: readonly Check[] = [
  {
    name: 'watch: an error, a rejection and a policy violation are noticed, so that each fails its test',
    async run(engine, kind) {
      await using site = await openSite(kind);
      await openApp(engine, `${site.url}/`);
      assert.deepEqual(await problems(engine), []);
      await engine.run(() => {
        setTimeout(() => {
          throw new Error('thrown on purpose');
        });
        void Promise.reject(new Error('rejected on purpose'));
        const inline = document.createElement('script');
        inline.textContent = 'globalThis.ran = true';
        document.head.append(inline);
      });
      const seen: string[] = [];
      await until('all three are seen', async () => {
        seen.push(...(await problems(engine)));
        return seen.length >= 3;
      });
      for (const what of [
        'error: thrown on purpose',
        'rejection: rejected on purpose',
        'policy: script-src',
      ]) {
        assert.equal(
          seen.filter((text) => text.startsWith(what)).length,
          1,
          `${what} is in:\n${seen.join('\n')}`,
        );
      }
      assert.equal(await engine.run(() => 'ran' in globalThis), false);
    },
  },
];
