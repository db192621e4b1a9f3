/** The layers of a drawing are changed elsewhere, while a page has not saved its own. */
import { layers as words } from '../../../../src/app/words/en/studio/layers.ts';
import { studio } from '../../../../src/app/words/en/studio/studio.ts';
import { LAYERS_MAX } from '../../../../src/core/drawing/limits.ts';
import { BASE } from '../../../../src/core/drawing/members/layers.ts';
import type { Drawing, Layer } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';
import { ask } from '../../../support/worker.ts';
import { holdDatabase } from '../../support/ink/held.ts';
import { storeDrawing } from '../../support/ink/ink-compare.ts';
import { expect, test } from '../../support/site.ts';
import { drawingId, drawReal, openDrawing } from '../../support/studio/studio.ts';
import { layersButton } from '../../support/studio/tools.ts';

test('layer: a new one for which others left no room before it was saved is kept in a copy, and the page says so', async ({
  app,
  site,
}) => {
  const before = Array.from(
    { length: LAYERS_MAX - 1 },
    (_, n): Layer => ({ ...BASE, id: `l${n}`, name: `l${n}` }),
  );
  const strokes = realStrokes(1).map((stroke) => ({ ...stroke, layer: 'l3' }));
  const id = await storeDrawing(app, strokes, before);
  const stored = async (id: string): Promise<Drawing> =>
    JSON.parse((await ask(app, `/api/v1/drawings/${id}`)).text);
  /** The names of its layers, and of the layer of each stroke. */
  const shown = async (id: string) => {
    const { layers = [], strokes } = await stored(id);
    const name = (wanted = BASE.id) => layers.find((one) => one.id === wanted)?.name ?? 'none';
    return `${layers.map((one) => one.name).join(' ')}: ${strokes.map(({ layer }) => name(layer)).join(' ')}`;
  };
  await openDrawing(app, site.url, id);
  await expect.poll(async () => (await stored(id)).thumb).not.toBe('');
  const { rev } = await stored(id);
  await holdDatabase(app);
  // This waits before what the page saves.
  const theirs = ask(app, `/api/v1/drawings/${id}`, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json-patch+json',
      'If-Match': `"${rev}"`,
      'Idempotency-Key': 'theirs',
    },
    body: JSON.stringify([
      { op: 'replace', path: '/layers', value: [...before, { ...BASE, id: 'theirs', name: 'theirs' }] },
    ]),
  });
  await layersButton(app).click();
  const panel = app.getByRole('region', { name: words.title, exact: true });
  await panel.getByRole('button', { name: words.add, exact: true }).click();
  await app.keyboard.press('Escape');
  await drawReal(app, 1);
  await app.evaluate(() => globalThis.letGo());
  expect((await theirs).status).toBe(200);
  await expect(app.getByText(words.drawnElsewhere)).toBeVisible();
  const names = before.map(({ name }) => name).join(' ');
  await expect.poll(() => shown(id)).toBe(`${names} theirs: l3 none`);
  await app.getByRole('button', { name: words.openCopy }).click();
  await expect(app.getByRole('textbox', { name: studio.title })).toHaveValue(words.keptCopy('Sample'));
  const copy = await drawingId(app);
  expect(copy).not.toBe(id);
  await expect
    .poll(() => shown(copy))
    .toMatch(new RegExp(`^l0.* Layer ${LAYERS_MAX}.*: l3 Layer ${LAYERS_MAX}$`));
});
