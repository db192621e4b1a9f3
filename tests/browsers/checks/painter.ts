import assert from 'node:assert/strict';
import { goldenDigests } from '../../support/painted/goldens.ts';
import { differencesInPage, digestsInPage, painterPage } from '../../support/painted/painter-page.ts';
import type { Check } from './check.ts';

export const painterChecks: readonly Check[] = [
  {
    name: 'brush: strokes have the same bytes as in Node',
    async run(engine) {
      await using painter = await painterPage();
      await engine.goto(painter.url);
      assert.deepStrictEqual(await engine.run(digestsInPage), goldenDigests());
    },
  },
  {
    name: 'brush: the stroke being drawn has the pixels of the finished one',
    async run(engine) {
      await using painter = await painterPage();
      await engine.goto(painter.url);
      const differences = await engine.run(differencesInPage);
      assert.deepStrictEqual(new Set(Object.values(differences)), new Set([0]), JSON.stringify(differences));
    },
  },
];
