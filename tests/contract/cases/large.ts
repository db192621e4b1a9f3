/** Cases: large responses, and the size limit of a drawing. */
import assert from 'node:assert/strict';
import { BODY_MAX, DRAWING_MAX, POINTS_MAX } from '../../../src/core/drawing/limits.ts';
import { ONE_LAYER } from '../../../src/core/drawing/members/layers.ts';
import { WHITE } from '../../../src/core/drawing/members/paper.ts';
import type { Drawing, DrawingEntry, Point, Stroke } from '../../../src/core/drawing/types.ts';
import type { Caller, Case } from '../caller.ts';
import { DRAWINGS, newDrawing, PNG, patch, path, refused } from '../support.ts';

/** A stroke of the greatest length: about 400 KB. */
function longStroke(n: number): Stroke {
  const points = Array.from({ length: POINTS_MAX }, (_, i): Point => [n + i / 7, -100_000 - i / 3]);
  return { tool: 'pen', color: '#1a2b3c', size: 2.5, points };
}

const LONG = longStroke(0);
const LONG_JSON = JSON.stringify(LONG);
/** As many such strokes as one body may have. */
const TWELVE = JSON.stringify(Array(12).fill({ op: 'add', path: '/strokes/-', value: LONG }));

async function entry({ send }: Caller, id: string): Promise<DrawingEntry | undefined> {
  const response = await send('GET', DRAWINGS);
  return (response.json as { drawings: DrawingEntry[] }).drawings.find((one) => one.id === id);
}

/** A thumbnail of 400 KB. */
const PICTURE = `${PNG.slice(0, 66)}${'A'.repeat(400_000)}`;

export const largeCases: readonly Case[] = [
  {
    name: 'a long earlier version is complete, with a tag and 304 like a short one',
    async run(caller) {
      const { id, title, strokes } = await newDrawing(caller, { strokes: Array<Stroke>(5).fill(LONG) });
      await patch(caller, id, 1, Array(5).fill({ op: 'remove', path: '/strokes/0' }));
      const where = path(id, '/versions/1');
      const whole = await caller.send('GET', where);
      assert.deepStrictEqual([whole.status, whole.headers['etag']], [200, '"1"']);
      const { updatedAt: _, ...rest } = whole.json as { updatedAt: string };
      const plain = { thumb: '', paper: WHITE, layers: ONE_LAYER, underlay: null };
      assert.deepStrictEqual(rest, { id: '1', drawing: id, rev: 1, title, strokes, ...plain });
      const held = await caller.send('GET', where, { headers: { 'If-None-Match': '"1"' } });
      assert.deepStrictEqual([held.status, held.text], [304, '']);
    },
  },
  {
    name: 'a long drawing and a long list are complete, with tags, 304 and HEAD like short ones',
    async run(caller) {
      const made: Drawing[] = [];
      for (let n = 0; n < 22; n += 1) {
        made.push(
          await newDrawing(caller, { strokes: Array<Stroke>(n === 0 ? 5 : 0).fill(LONG), thumb: PICTURE }),
        );
      }
      const [large] = made;
      assert.ok(large);
      const whole = await caller.send('GET', path(large.id));
      assert.ok(whole.text.length > 2_000_000);
      assert.deepStrictEqual(whole.json, large);
      assert.equal(whole.headers.etag, '"1"');
      const list = await caller.send('GET', DRAWINGS);
      const { drawings } = list.json as { drawings: DrawingEntry[] };
      for (const { strokes, ...drawing } of made) {
        const found = drawings.find(({ id }) => id === drawing.id);
        assert.deepStrictEqual(found, { ...drawing, strokeCount: strokes.length });
      }

      for (const [where, { headers }] of [
        [path(large.id), whole],
        [DRAWINGS, list],
      ] as const) {
        const head = await caller.send('HEAD', where);
        const named = ['etag', 'content-type', 'content-length', 'cache-control'];
        assert.deepEqual([head.status, head.text], [200, '']);
        assert.deepEqual(
          named.map((name) => head.headers[name]),
          named.map((name) => headers[name]),
        );
        const held = await caller.send('GET', where, { headers: { 'If-None-Match': headers.etag ?? '' } });
        assert.deepEqual([held.status, held.text, held.headers.etag], [304, '', headers.etag]);
      }
      for (const { id } of made) await caller.send('DELETE', path(id));
      const trash = await caller.send('GET', DRAWINGS, {
        headers: { 'If-None-Match': list.headers.etag ?? '' },
      });
      assert.equal(trash.status, 200, 'another list has another tag');
      const back = await caller.send('PUT', path(large.id, '/restore'));
      assert.deepStrictEqual((back.json as Drawing).strokes, large.strokes);
      await caller.send('DELETE', path(large.id));
    },
  },
  {
    name: 'a PUT of an older client stores more than a body can have, with all that its strokes get back',
    async run(caller) {
      const layers = [{ ...ONE_LAYER[0]!, name: 'Sketch' }];
      const { id } = await newDrawing(caller, { strokes: [], layers });
      const points = Array.from({ length: POINTS_MAX }, (_, i): Point => [i % 10, 0]);
      const plain = Array.from(
        { length: 24 },
        (_, n): Stroke => ({ tool: 'pen', color: '#000', size: n + 1, points }),
      );
      const tilt = points.map((_, i) => i / 10_007);
      const drawn = plain.map((one): Stroke => ({ ...one, tilt, layer: 'base' }));
      for (const [n, half] of [drawn.slice(0, 12), drawn.slice(12)].entries()) {
        const operations = half.map((value) => ({ op: 'add', path: '/strokes/-', value }));
        assert.equal((await patch(caller, id, n + 1, operations)).status, 200);
      }
      const { status } = await caller.send('PUT', path(id), {
        headers: { 'If-Match': '"3"', Prefer: 'return=minimal' },
        json: { title: 'Older', strokes: plain, thumb: '' },
      });
      assert.equal(status, 200);
      const { text, json } = await caller.send('GET', path(id));
      assert.ok(text.length > BODY_MAX, `it has ${text.length}`);
      assert.deepStrictEqual((json as Drawing).strokes, drawn);
    },
  },
  {
    name: 'a drawing has at most 64 MB of JSON: more is 413 and changes nothing',
    databaseOnly: true,
    async run(caller) {
      const { id } = await newDrawing(caller, { strokes: [], thumb: PNG });
      let rev = 1;
      const grow = (body: string) => {
        const headers = { 'If-Match': `"${rev}"`, 'Idempotency-Key': `${id} ${rev} ${body.length}` };
        return caller.send('PATCH', path(id), { headers, body });
      };
      // First twelve at a time, then one by one.
      for (const body of [TWELVE, JSON.stringify([{ op: 'add', path: '/strokes/-', value: LONG }])]) {
        for (;;) {
          const before = await entry(caller, id);
          const response = await grow(body);
          if (response.status === 200) {
            rev += 1;
            continue;
          }
          refused(response, 413, 'too_large');
          assert.deepStrictEqual(await entry(caller, id), before, 'nothing has changed');
          // The key of a refused request is not stored, so the repeated request is checked again.
          refused(await grow(body), 413, 'too_large');
          break;
        }
      }
      const full = await entry(caller, id);
      const size = (full?.strokeCount ?? 0) * (LONG_JSON.length + 1);
      assert.ok(size <= DRAWING_MAX && size > DRAWING_MAX - 2 * LONG_JSON.length, `it holds ${size}`);

      const small = await patch(caller, id, rev, [
        { op: 'replace', path: '/title', value: 'Full' },
        { op: 'replace', path: '/thumb', value: '' },
      ]);
      assert.equal(small.status, 200, 'its title and picture still change');
      const less = [
        { op: 'remove', path: '/strokes/0' },
        { op: 'add', path: '/strokes/-', value: LONG },
      ];
      assert.equal((await patch(caller, id, rev + 1, less)).status, 200, 'what goes makes room');
      const put = await caller.send('PUT', path(id), {
        headers: { 'If-Match': `"${rev + 2}"` },
        json: { title: 'Anew', strokes: [LONG], thumb: '' },
      });
      assert.equal(put.status, 200);
    },
  },
];
