import assert from 'node:assert/strict';
import { stopWorkers } from '../support/worker.ts';
import { assertDrawn, type Samples } from './support/samples.ts';
import { test } from './support/site.ts';
import { storedStrokes } from './support/stored.ts';
import { acknowledged, drawingId, drawReal, newDrawing } from './support/studio.ts';

test.describe('worker: stopped while someone draws', () => {
  test('loses no stroke and doubles none when it is stopped again and again in the middle of writes', async ({
    app,
    site,
  }) => {
    await newDrawing(app);
    const drawn: Samples[] = await drawReal(app, 1);
    const id = await drawingId(app);
    let drawing = true;
    let stops = 0;
    const stopping = (async () => {
      while (drawing) {
        await stopWorkers(app);
        stops += 1;
      }
    })();
    for (let i = 0; i < 20; i += 1) drawn.push(...(await drawReal(app, 1)));
    drawing = false;
    await stopping;
    assert.ok(stops >= 3, `stopped ${stops} times`);

    const strokes = await acknowledged(app, id);
    assertDrawn(strokes, drawn);
    await stopWorkers(app);
    assert.deepStrictEqual(await storedStrokes(app, id), strokes);
    await site.offline(app.context());
    await app.reload();
    assert.deepStrictEqual(await storedStrokes(app, id), strokes);
  });

  test('keeps undo, redo and the eraser exact when it is stopped between and during them', async ({
    app,
  }) => {
    await newDrawing(app);
    await drawReal(app, 6);
    const id = await drawingId(app);
    const all = await acknowledged(app, id);
    const undo = app.getByRole('button', { name: 'Undo', exact: true });
    const redo = app.getByRole('button', { name: 'Redo', exact: true });
    for (let i = 0; i < 4; i += 1) {
      await Promise.all([undo.click(), stopWorkers(app)]);
    }
    assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, 2));
    for (let i = 0; i < 3; i += 1) {
      await Promise.all([redo.click(), stopWorkers(app)]);
    }
    assert.deepStrictEqual(await acknowledged(app, id), all.slice(0, 5));
  });
});
