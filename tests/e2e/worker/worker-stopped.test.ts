import assert from 'node:assert/strict';
import { stopWorkers } from '../../support/worker.ts';
import { assertDrawn, type Samples } from '../support/ink/samples.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { openApp, test } from '../support/site.ts';
import { acknowledged, drawingId, drawReal, newDrawing } from '../support/studio/studio.ts';
import { stopAgainAndAgain, workerStops } from '../support/worker-stops.ts';

/** As on a slow phone, time passes between a write and its response: that is when a response is lost. */
const SLOW_ANSWERS = `{
  const answer = FetchEvent.prototype.respondWith;
  FetchEvent.prototype.respondWith = function (response) {
    const late = Promise.resolve(response).then((one) => new Promise((resolve) => setTimeout(resolve, 25, one)));
    answer.call(this, late);
  };
}`;

test.describe('worker: stopped while someone draws', () => {
  test('no stroke is lost or doubled if it is stopped repeatedly during writes', async ({ page, site }) => {
    site.change('/sw.js', (body) => `${SLOW_ANSWERS}\n${body}`);
    await openApp(page, site.url);
    await newDrawing(page);
    const drawn: Samples[] = await drawReal(page, 1);
    const id = await drawingId(page);
    let drawing = true;
    let stops = 0;
    const stopping = stopAgainAndAgain(page, (times) => {
      stops = times;
      return !drawing;
    });
    // Where a worker takes long to start, there is more to draw meanwhile.
    for (let i = 0; i < 20 || stops < 3; i += 1) drawn.push(...(await drawReal(page, 1)));
    drawing = false;
    await stopping;

    const strokes = await acknowledged(page, id);
    assertDrawn(strokes, drawn);
    await stopWorkers(page);
    assert.deepStrictEqual(await storedStrokes(page, id), strokes);
    await site.offline(page.context());
    await page.reload();
    assert.deepStrictEqual(await storedStrokes(page, id), strokes);
  });

  test('undo, redo and the eraser stay exact if it is stopped between or during them', async ({ app }) => {
    await newDrawing(app);
    await drawReal(app, 6);
    const id = await drawingId(app);
    const all = await acknowledged(app, id);
    const undo = app.getByRole('toolbar').getByRole('button', { name: 'Undo', exact: true });
    const redo = app.getByRole('button', { name: 'Redo', exact: true });
    const stop = await workerStops(app);
    for (let i = 0; i < 4; i += 1) await Promise.all([undo.click(), stop()]);
    assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, 2));
    for (let i = 0; i < 3; i += 1) await Promise.all([redo.click(), stop()]);
    assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, 5));
  });
});
