import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import { copies } from '../../../src/app/words/en/gallery/copies.ts';
import { gallery as words } from '../../../src/app/words/en/gallery/gallery.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { ask } from '../../support/worker.ts';
import { cards, messages } from '../support/gallery/gallery.ts';
import { seedDrawings, seeds } from '../support/gallery/many.ts';
import { stored, storedList, storedStrokes } from '../support/ink/stored.ts';
import { expect, test } from '../support/site.ts';

test.describe('gallery: a copy of a drawing', () => {
  for (const network of ['online', 'offline'] as const) {
    test(`is equal to the last digit and independent, ${network}`, async ({ app, site }) => {
      const [source] = seeds(1);
      assert.ok(source);
      const strokes: Stroke[] = [
        ...source.strokes,
        {
          tool: 'pen',
          color: '#1b1b1f',
          size: 0.1 + 0.2,
          points: [
            [0.1, 12_345.678901234567],
            [1 / 3, 1e-7],
          ],
          pressure: [0, 1 / 7],
        } satisfies Stroke,
      ];
      await seedDrawings(app, [{ ...source, strokes }]);
      if (network === 'offline') await site.offline(app.context());
      await duplicate(app, source.title);
      await expect(messages(app)).toContainText(copies.duplicated);
      const [copy] = (await storedList(app)).filter(({ id }) => id !== source.id);
      assert.ok(copy);
      const [before, after] = [await stored(app, source.id), await stored(app, copy.id)];
      assert.deepStrictEqual(after.strokes, before.strokes);
      assert.deepEqual([after.title, after.thumb, after.rev], [copies.copyOf(source.title), before.thumb, 1]);
      assert.equal(before.rev, 1);
      await messages(app).getByRole('button', { name: words.open, exact: true }).click();
      await expect(app).toHaveURL(`${site.url}/drawings/${copy.id}`);
    });
  }

  test('is complete even if it needs several requests', async ({ app }) => {
    // As many as two requests hold, however densely they are drawn.
    const many = realStrokes(14_000);
    const half = Math.floor((4e6 / JSON.stringify(many).length) * many.length);
    const strokes = many.slice(0, 2 * half);
    const id = crypto.randomUUID();
    const put = await ask(app, `/api/v1/drawings/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-None-Match': '*', Prefer: 'return=minimal' },
      body: JSON.stringify({ title: 'Large', strokes: strokes.slice(0, half), thumb: '' }),
    });
    assert.equal(put.status, 201, put.text);
    const patch = await ask(app, `/api/v1/drawings/${id}`, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json-patch+json',
        'If-Match': '"1"',
        'Idempotency-Key': 'second-half',
        Prefer: 'return=minimal',
      },
      body: JSON.stringify(strokes.slice(half).map((value) => ({ op: 'add', path: '/strokes/-', value }))),
    });
    assert.equal(patch.status, 200, patch.text);
    assert.ok(JSON.stringify(strokes).length > 5 * 1024 * 1024, 'it is larger than a request may be');
    await duplicate(app, 'Large');
    await expect(messages(app)).toContainText(copies.duplicated);
    const [copy] = (await storedList(app)).filter((entry) => entry.id !== id);
    assert.equal(copy?.title, copies.copyOf('Large'));
    assert.deepStrictEqual(await storedStrokes(app, copy.id), strokes);
  });
});

async function duplicate(page: Page, title: string): Promise<void> {
  const card = cards(page).filter({ hasText: title });
  await card.getByRole('button', { name: words.more, exact: true }).click();
  await page.getByRole('menuitem', { name: words.duplicate, exact: true }).click();
}
