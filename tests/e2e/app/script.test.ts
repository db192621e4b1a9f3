import assert from 'node:assert/strict';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { startAppServer } from '../../support/app-server.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { Script } from '../support/script.ts';
import { expect, test } from '../support/site.ts';

test.describe('server: a script with the token', () => {
  test('creates, patches, reads, trashes and restores a drawing, which is there after a restart', async () => {
    await using server = await startAppServer();
    const script = new Script(server);
    const strokes = realStrokes(24);
    const created = await script.create({ title: 'From a script', strokes: strokes.slice(0, 12) });
    assert.equal(created.status, 201);
    const { id } = created.body;
    assert.equal(created.headers.get('location'), `/api/v1/drawings/${id}`);
    let { rev } = created.body;
    for (const [i, stroke] of strokes.slice(12).entries()) {
      const patched = await script.append(id, rev, stroke, `stroke-${i}`);
      assert.equal(patched.status, 200);
      rev = patched.body.rev;
    }
    assert.equal(rev, 13);

    const read = await script.read(id);
    assert.equal(read.headers.get('etag'), '"13"');
    assert.deepStrictEqual(read.body.strokes, strokes);
    const trashed = await script.ask('DELETE', `/drawings/${id}`);
    assert.equal(trashed.status, 200);
    assert.deepEqual((await script.list()).body.drawings, []);
    assert.deepEqual(
      (await script.list(true)).body.drawings.map((entry) => entry.id),
      [id],
    );
    const restored = await script.ask('PUT', `/drawings/${id}/restore`);
    assert.equal(restored.status, 200);

    assert.equal(await server.stop(), 0);
    await server.start();
    const again = await script.read(id);
    assert.deepEqual([again.body.title, again.body.rev, again.body.trashed], ['From a script', 15, false]);
    assert.deepStrictEqual(again.body.strokes, strokes);
  });

  test("is refused without the token, and does not see the page's own drawings", async ({ app, shared }) => {
    const script = new Script(shared);
    for (const token of ['', 'wrong']) {
      const refused = await script.ask<{ error: { code: string } }>('GET', '/drawings', { token });
      assert.deepEqual([refused.status, refused.body.error.code], [401, 'unauthorized']);
    }
    const { body } = await script.create({ title: 'On the server alone', strokes: realStrokes(2) });
    await app.reload();
    await expect(app.getByRole('button', { name: 'New drawing' })).toBeVisible();
    await expect(app.getByText('On the server alone')).toHaveCount(0);
    assert.equal((await script.read(body.id)).status, 200);
  });
});

test.describe('server: killed while it writes', () => {
  test('every acknowledged stroke is there after the restart, once and equal to the last digit', async () => {
    await using server = await startAppServer({ build: false });
    const script = new Script(server);
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push((await script.create({ title: `Drawing ${i}` })).body.id);
    const acknowledged = new Map<string, Stroke[]>(ids.map((id) => [id, []]));
    /** The last request, which may or may not have had an effect. */
    const inFlight = new Map<string, Stroke>();
    const strokes = realStrokes(600);
    let next = 0;

    for (let round = 0; round < 3; round += 1) {
      const enough = acknowledgedCount() + 40;
      const writers = ids.map((id) => drawUntilCut(id));
      await expect.poll(acknowledgedCount, { intervals: [5] }).toBeGreaterThan(enough);
      await server.kill();
      await Promise.all(writers);
      await server.start();
      for (const id of ids) await holdToAcknowledged(id);
    }
    assert.ok(acknowledgedCount() > 120);

    function acknowledgedCount(): number {
      return [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0);
    }

    /** Draws stroke after stroke, each acknowledged before the next, until the connection breaks. */
    async function drawUntilCut(id: string): Promise<void> {
      let rev = (await script.read(id)).body.rev;
      for (;;) {
        const stroke = strokes[next++ % strokes.length]!;
        inFlight.set(id, stroke);
        const response = await script.append(id, rev, stroke, crypto.randomUUID()).catch(() => undefined);
        if (response === undefined) return;
        assert.equal(response.status, 200);
        rev = response.body.rev;
        acknowledged.get(id)?.push(stroke);
        inFlight.delete(id);
      }
    }

    async function holdToAcknowledged(id: string): Promise<void> {
      const read = await script.read(id);
      const kept = acknowledged.get(id) ?? [];
      assert.deepStrictEqual(read.body.strokes.slice(0, kept.length), kept);
      // Only the one stroke whose response was cut off may be there as well.
      const rest = read.body.strokes.slice(kept.length);
      const doubtful = inFlight.get(id);
      if (rest.length > 0) assert.deepStrictEqual(rest, [doubtful]);
      kept.push(...rest);
    }
  });
});
