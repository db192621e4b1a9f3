/** The lists of the gallery over the real application, with the largest thumbnails that the API accepts. */
import { effect } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { PNG } from '../../../../tests/contract/support.ts';
import { server } from '../../../../tests/support/sync/sync.ts';
import { THUMB_MAX } from '../../../core/drawing/limits.ts';
import { drawingList, refresh, setVisible } from './drawings.ts';
import { KEPT_MAX, thumbsSize } from './thumbs.ts';

const there = server();
const asked: { readonly query: string; readonly bare: boolean }[] = [];
vi.mock('../../client/transport.ts', () => ({
  async transport(request: Request) {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/api/v1/drawings') asked.push({ query: search, bare: request.headers.has('Prefer') });
    return there.handle(request);
  },
}));
// The client reads it when it is created.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://localhost' }));

const COUNT = 300;

/** A different thumbnail for each number. */
function thumbOf(n: number, chars: number): string {
  const start = PNG.replace(/=+$/, '');
  const end = String(n).padStart(8, '0');
  const filling = 'A'.repeat(chars - start.length - end.length);
  return start + filling + end;
}

const right = new Map<string, string>();

async function create(n: number, chars: number): Promise<string> {
  const thumb = thumbOf(n, chars);
  const id = await there.pages.create({ title: String(n), thumb });
  right.set(id, thumb);
  return id;
}

test('a gallery of huge thumbnails keeps a limited number, and shows those in view', async () => {
  for (let n = 0; n < COUNT; n++) await create(n, THUMB_MAX - (THUMB_MAX % 4) - 2);
  const list = drawingList('all');
  let largest = 0;
  const stop = effect(() => {
    largest = Math.max(largest, thumbsSize(list.value.entries));
  });
  await refresh('all');
  expect(list.value).toMatchObject({ phase: 'ready', complete: true });
  expect(list.value.entries).toHaveLength(COUNT);
  // The first page has thumbnails. For the others there is no room, so they are requested without.
  expect(asked.map(({ bare }) => bare)).toEqual([false, true, true]);

  const byTitle = list.value.entries.toSorted((a, b) => Number(a.title) - Number(b.title));
  for (const [order, from] of [
    [list.value.entries, 0],
    [list.value.entries, 180],
    [list.value.entries, 270],
    [byTitle, 100],
    [list.value.entries, 0],
  ] as const) {
    asked.length = 0;
    const seen = order.slice(from, from + 30).map(({ id }) => id);
    setVisible('all', order, { from, to: from + 30 });
    const wrong = () => {
      const now = new Map(list.value.entries.map((entry) => [entry.id, entry.thumb]));
      return seen.filter((id) => now.get(id) !== right.get(id));
    };
    await expect.poll(wrong).toEqual([]);
    // Neighbours come with one request.
    expect(asked.length).toBeLessThanOrEqual(3);
  }
  // No drawing has the thumbnail of another.
  for (const { id, thumb } of list.value.entries) {
    if (!list.value.away.has(id)) expect(thumb === right.get(id)).toBe(true);
    else expect(thumb).toBe('');
  }
  // After a change of one drawing the others are not loaded again.
  asked.length = 0;
  const [first] = list.value.entries;
  if (first) await there.pages.patch(first.id, { op: 'replace', path: '/title', value: 'Changed' });
  await refresh('all');
  expect(list.value.entries[0]).toMatchObject({ title: 'Changed', thumb: right.get(first?.id ?? '') });
  expect(asked).toHaveLength(1);
  expect(largest).toBeLessThanOrEqual(KEPT_MAX.all);
  expect(largest).toBeGreaterThan(KEPT_MAX.all / 2);
  stop();
});
