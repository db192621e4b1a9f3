/** Cases: the dates at which a person made and changed a drawing, given by requests or set by the host. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Drawing, DrawingEntry } from '../../../src/core/drawing/types.ts';
import type { Caller, Case } from '../caller.ts';
import {
  DRAWINGS,
  drawingOf,
  newDrawing,
  PNG,
  patch,
  path,
  read,
  refused,
  refusedUnchanged,
  strokeNo,
  textOf,
} from '../support.ts';
import type { TestResponse } from '../target.ts';

const MADE = '2021-03-04T05:06:07.008Z';
const CHANGED = '2022-09-10T11:12:13.014Z';
/** The same instant as CHANGED. */
const CHANGED_HERE = '2022-09-10T19:12:13.014+08:00';
const EARLIER = '2022-09-10T11:12:13.013Z';
const LATER = '2022-09-10T11:12:13.015Z';

const CONTENT = { title: 'A sketch', strokes: [strokeNo(1)], thumb: PNG };
const NO_DATES = [
  '',
  'yesterday',
  5,
  null,
  '2022-09-10',
  '2022-09-10T11:12:13.014',
  '2022-02-30T00:00:00Z',
  '2022-09-10T24:00:00Z',
];

const fromNow = (ms: number, now = Date.now()) => new Date(now + ms).toISOString();
const hours = (n: number) => n * 3_600_000;

/** Stores a new drawing with these dates. */
function create({ send }: Caller, dates: object, id: string = randomUUID()): Promise<TestResponse> {
  return send('PUT', path(id), { headers: { 'If-None-Match': '*' }, body: textOf({ ...CONTENT, ...dates }) });
}

function replace({ send }: Caller, id: string, rev: number, members: object): Promise<TestResponse> {
  const body = textOf({ ...CONTENT, ...members });
  return send('PUT', path(id), { headers: { 'If-Match': `"${rev}"` }, body });
}

/** Every way in which a later change can give its date. */
const WAYS: readonly ((caller: Caller, drawing: Drawing, updatedAt: unknown) => Promise<TestResponse>)[] = [
  (caller, { id, rev }, updatedAt) => replace(caller, id, rev, { updatedAt, title: 'changed' }),
  (caller, { id, rev }, updatedAt) => {
    const said = { op: 'replace', path: '/updatedAt', value: updatedAt };
    return patch(caller, id, rev, [said, { op: 'replace', path: '/title', value: 'changed' }]);
  },
  // A date alone is a change, too.
  (caller, { id, rev }, updatedAt) =>
    patch(caller, id, rev, [{ op: 'replace', path: '/updatedAt', value: updatedAt }]),
];

const datesOf = ({ createdAt, updatedAt }: Pick<Drawing, 'createdAt' | 'updatedAt'>) => [
  createdAt,
  updatedAt,
];

async function old(caller: Caller): Promise<Drawing> {
  const response = await create(caller, { createdAt: MADE, updatedAt: CHANGED });
  assert.equal(response.status, 201, response.text);
  return drawingOf(response);
}

export const dateCases: readonly Case[] = [
  {
    name: 'PUT with If-None-Match: * may give the dates of creation and change',
    async run(caller) {
      const id = randomUUID();
      const both = await create(caller, { createdAt: MADE, updatedAt: CHANGED_HERE }, id);
      assert.deepEqual([both.status, ...datesOf(drawingOf(both))], [201, MADE, CHANGED]);
      assert.deepStrictEqual(await read(caller, id), drawingOf(both));
      const again = await create(caller, { createdAt: CHANGED, updatedAt: CHANGED }, id);
      assert.deepEqual(
        [again.status, ...datesOf(drawingOf(again))],
        [200, MADE, CHANGED],
        'it is there already',
      );

      const changed = drawingOf(await create(caller, { updatedAt: CHANGED }));
      assert.deepEqual(datesOf(changed), [CHANGED, CHANGED], 'not made after it was changed');
      const before = fromNow(-hours(1));
      const made = drawingOf(await create(caller, { createdAt: MADE }));
      assert.equal(made.createdAt, MADE);
      assert.ok(made.updatedAt > before, 'changed now');
      // No two clocks agree.
      const [soon, sooner] = [fromNow(40_000), fromNow(30_000)];
      assert.deepEqual(datesOf(drawingOf(await create(caller, { createdAt: sooner, updatedAt: soon }))), [
        sooner,
        soon,
      ]);
      const ahead = drawingOf(await create(caller, { createdAt: soon }));
      assert.deepEqual(datesOf(ahead), [soon, soon]);
      const none = drawingOf(await create(caller, {}));
      assert.ok(none.createdAt === none.updatedAt && none.createdAt > before);
    },
  },
  {
    name: 'the dates of a new drawing are valid, ordered, and not in the future',
    async run(caller) {
      const tomorrow = fromNow(hours(24));
      const bad: object[] = [
        { createdAt: MADE, updatedAt: tomorrow },
        { createdAt: tomorrow, updatedAt: tomorrow },
        { createdAt: tomorrow },
        { updatedAt: fromNow(90_000) },
        { createdAt: LATER, updatedAt: CHANGED },
        ...NO_DATES.flatMap((value) => [{ createdAt: value }, { updatedAt: value }]),
      ];
      for (const dates of bad) {
        const id = randomUUID();
        refused(await create(caller, dates, id), 400, 'invalid_body');
        refused(await caller.send('GET', path(id)), 404, 'not_found');
      }
      const response = await create(caller, { createdAt: tomorrow, updatedAt: tomorrow });
      const { error } = response.json as { error: { details: { path: string }[] } };
      assert.deepEqual(
        error.details.map(({ path: at }) => at),
        ['/createdAt', '/updatedAt'],
      );
    },
  },
  {
    name: 'a change may have a date; an earlier one keeps the stored date, one in the future is 400',
    async run(caller) {
      for (const change of WAYS) {
        const before = await old(caller);
        const later = await change(caller, before, '2022-09-10T19:12:13.015+08:00');
        assert.equal(later.status, 200, later.text);
        assert.equal((later.json as DrawingEntry).updatedAt, LATER);
        const second = await read(caller, before.id);
        assert.deepEqual([second.rev, ...datesOf(second)], [2, MADE, LATER]);

        const earlier = await change(caller, second, EARLIER);
        assert.equal((earlier.json as DrawingEntry).updatedAt, LATER, 'the stored one stays');
        const third = await read(caller, before.id);
        assert.deepEqual([third.rev, ...datesOf(third)], [3, MADE, LATER]);

        const soon = fromNow(30_000);
        assert.equal(((await change(caller, third, soon)).json as DrawingEntry).updatedAt, soon);
        const fourth = await read(caller, before.id);
        for (const bad of [fromNow(90_000), ...NO_DATES]) {
          await refusedUnchanged(caller, fourth, () => change(caller, fourth, bad), 400, 'invalid_body');
        }
      }
    },
  },
  {
    name: 'the stored date sent back counts as no date: the change is made now',
    async run(caller) {
      for (const change of WAYS) {
        for (const same of [CHANGED, CHANGED_HERE]) {
          const before = await old(caller);
          const start = fromNow(-hours(1));
          const response = await change(caller, before, same);
          assert.equal(response.status, 200, response.text);
          assert.ok((response.json as DrawingEntry).updatedAt > start, response.text);
        }
      }
      const got = await old(caller);
      const sentBack = drawingOf(await replace(caller, got.id, 1, { ...got, strokes: [] }));
      assert.ok(sentBack.updatedAt > fromNow(-hours(1)));
      assert.equal(sentBack.createdAt, MADE);
    },
  },
  {
    name: 'the date of creation never changes, and a POST creates now',
    async run(caller) {
      const before = await old(caller);
      for (const createdAt of ['2001-01-01T00:00:00Z', fromNow(hours(24)), 'nonsense']) {
        const { rev } = await read(caller, before.id);
        const response = await replace(caller, before.id, rev, { createdAt });
        assert.equal(response.status, 200, response.text);
        assert.equal(drawingOf(response).createdAt, MADE);
      }
      const { rev } = await read(caller, before.id);
      const moved = await patch(caller, before.id, rev, [
        { op: 'replace', path: '/createdAt', value: EARLIER },
      ]);
      refused(moved, 400, 'invalid_body');
      const json = { ...CONTENT, createdAt: MADE, updatedAt: CHANGED };
      const posted = drawingOf(await caller.send('POST', DRAWINGS, { body: textOf(json) }));
      assert.ok(posted.createdAt > fromNow(-hours(1)) && posted.updatedAt === posted.createdAt);
    },
  },
  {
    name: 'trash and thumbnail make a new revision and keep the date',
    async run(caller) {
      const { id } = await old(caller);
      const steps: (() => Promise<TestResponse>)[] = [
        () => caller.send('DELETE', path(id)),
        () => caller.send('PUT', path(id, '/restore')),
        () => patch(caller, id, 3, [{ op: 'replace', path: '/thumb', value: '' }]),
        () => patch(caller, id, 4, [{ op: 'test', path: '/title', value: CONTENT.title }]),
      ];
      for (const [index, step] of steps.entries()) {
        assert.equal((await step()).status, 200);
        const now = await read(caller, id);
        assert.deepEqual([now.rev, ...datesOf(now)], [index + 2, MADE, CHANGED]);
      }
      const stroke = { op: 'add', path: '/strokes/-', value: strokeNo(2) };
      const drawn = await patch(caller, id, 5, [stroke, { op: 'replace', path: '/thumb', value: PNG }]);
      assert.ok((drawn.json as DrawingEntry).updatedAt > fromNow(-hours(1)));
    },
  },
  {
    name: 'a repeated request answers with the first date',
    async run(caller) {
      const { id } = await old(caller);
      const operations = [
        { op: 'replace', path: '/updatedAt', value: LATER },
        { op: 'replace', path: '/title', value: 'dated' },
      ];
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await patch(caller, id, 1, operations, headers);
      await patch(caller, id, 2, [{ op: 'replace', path: '/title', value: 'since' }]);
      assert.deepStrictEqual((await patch(caller, id, 1, operations, headers)).json, first.json);
      assert.equal((first.json as DrawingEntry).updatedAt, LATER);
      // Without a key, a repeated request is recognised by the drawing's content, whatever its date.
      const members = { title: 'put', updatedAt: LATER };
      await replace(caller, id, 3, members);
      const again = await replace(caller, id, 3, { ...members, updatedAt: fromNow(hours(24)) });
      assert.deepEqual([again.status, again.headers['etag']], [200, '"4"']);
    },
  },
  {
    name: 'lists are in the order of dates, and the feed in the order of commits',
    async run(caller) {
      const feed = await caller.send('GET', `${DRAWINGS}/changes?limit=1000`);
      const { cursor: since } = feed.json as { cursor: string };
      const years = [2003, 2001, 2002, 2001, 2002];
      const ids: string[] = [];
      for (const year of years) {
        const date = `${year}-01-01T00:00:00.000Z`;
        ids.push(drawingOf(await create(caller, { createdAt: date, updatedAt: date })).id);
      }
      const changes = await caller.send('GET', `${DRAWINGS}/changes?since=${since}`);
      const told = (changes.json as { changes: { id: string }[] }).changes.map(({ id }) => id);
      assert.deepEqual(told, ids);
      const expected = ids
        .map((id, index) => ({ id, year: years[index] ?? 0 }))
        .sort((a, b) => b.year - a.year || (a.id < b.id ? -1 : 1))
        .map(({ id }) => id);
      const found: string[] = [];
      for (let query: string | undefined = ''; query !== undefined; ) {
        const response = await caller.send('GET', `${DRAWINGS}?limit=2${query}`);
        const { drawings, next } = response.json as { drawings: DrawingEntry[]; next: string | null };
        found.push(...drawings.map(({ id }) => id).filter((id) => ids.includes(id)));
        query = next === null ? undefined : `&cursor=${encodeURIComponent(next)}`;
      }
      assert.deepEqual(found, expected);
    },
  },
  {
    name: 'a host announces that it accepts dates',
    async run({ send }) {
      const { capabilities } = (await send('GET', '/api/v1/app')).json as { capabilities: string[] };
      assert.ok(capabilities.includes('dates'));
    },
  },
];

interface Clock {
  now: number;
}

/** Whatever the host's clock does, a change is dated after the one before it. */
export async function clockGoesBack(caller: Caller, clock: Clock): Promise<void> {
  const { id, updatedAt } = await newDrawing(caller);
  assert.equal(updatedAt, new Date(clock.now).toISOString());
  let last = updatedAt;
  const changes: (() => Promise<TestResponse>)[] = [
    () => patch(caller, id, 1, [{ op: 'replace', path: '/title', value: 'patched' }]),
    () => replace(caller, id, 2, { title: 'put' }),
    () => patch(caller, id, 3, [{ op: 'add', path: '/strokes/-', value: strokeNo(3) }]),
  ];
  for (const change of changes) {
    clock.now -= hours(3);
    const { updatedAt: next } = (await change()).json as DrawingEntry;
    assert.ok(next > last, `${next} is later than ${last}`);
    assert.equal((await read(caller, id)).updatedAt, next);
    last = next;
  }
}

/** Sending a stored date back is accepted, even when it lies in the future. */
export async function futureIsStored(caller: Caller, clock: Clock): Promise<void> {
  const got = await newDrawing(caller);
  clock.now -= hours(3);
  const put = await replace(caller, got.id, 1, { ...got, title: 'put' });
  assert.equal(put.status, 200, put.text);
  const { updatedAt } = drawingOf(put);
  assert.ok(updatedAt > got.updatedAt);
  const said = { op: 'replace', path: '/updatedAt', value: updatedAt };
  const patched = await patch(caller, got.id, 2, [said, { op: 'replace', path: '/title', value: 'patched' }]);
  assert.equal(patched.status, 200, patched.text);
  // Any other date in the future is still refused.
  const other = [{ ...said, value: new Date(clock.now + hours(1)).toISOString() }];
  refused(await patch(caller, got.id, 3, other), 400, 'invalid_body');
}
