import { describe, expect, test } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { server } from '../../../tests/support/sync/sync.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import { imports as words } from '../words/en/import.ts';
import { problems } from '../words/en/problems.ts';
import { groupsOf, storeDrawing } from './store-drawing.ts';
import { partTitle, titleOf } from './titles.ts';

const texts = Array.from({ length: 7 }, (_, n) => `{"n":${n}}`);

interface Kept {
  title: string;
  thumb: string;
  strokes: unknown[];
  rev: number;
}

/**
 * A store of one drawing with the API's responses. `lost`: number of responses, counted from the first, that do
 * not arrive.
 */
function api({ lost = 0, refuse = 99 } = {}) {
  const kept: Kept = { title: '', thumb: '', strokes: [], rev: 0 };
  const keys = new Set<string>();
  const titles: string[] = [];
  let requests = 0;
  let left = lost;
  const send = async (request: Request): Promise<Response> => {
    if (++requests > refuse) {
      return Response.json({ error: { code: 'storage_full', message: 'Full' } }, { status: 507 });
    }
    const body = await request.json();
    const key = request.headers.get('Idempotency-Key') ?? request.method;
    if (!keys.has(key)) {
      keys.add(key);
      if (request.method === 'PUT') {
        expect(request.headers.get('If-None-Match')).toBe('*');
        Object.assign(kept, body);
      } else {
        expect(request.headers.get('If-Match')).toBe(`"${kept.rev}"`);
        for (const { path, value } of body) {
          if (path === '/title') kept.title = value;
          else kept.strokes.push(value);
        }
      }
      kept.rev++;
      titles.push(kept.title);
    }
    if (left-- > 0) throw new TypeError('Failed to fetch');
    return Response.json({ rev: kept.rev });
  };
  return { kept, titles, send };
}

const how = (send: (request: Request) => Promise<Response>, stop = new AbortController()) => ({
  signal: stop.signal,
  onProgress: () => {},
  begun: () => {},
  send,
});

describe('import: storing a drawing', () => {
  test('in one request if it fits', async () => {
    const { kept, titles, send } = api();
    await storeDrawing('id', { title: 'Rain "1"', strokes: texts, thumb: 'x' }, how(send));
    expect(kept).toEqual({ title: 'Rain "1"', thumb: 'x', strokes: texts.map((t) => JSON.parse(t)), rev: 1 });
    expect(titles).toEqual(['Rain "1"']);
  });

  test('with its paper and layers', async () => {
    const { kept, send } = api();
    const members = { paper: { color: '#1d232f' }, layers: [{ ...BASE, name: 'Ink' }] };
    await storeDrawing('id', { title: 'Rain', strokes: texts, thumb: '', ...members }, how(send));
    expect(kept).toMatchObject(members);
  });

  test('over 5 MB in slices: PUT, then PATCH, with a title that says unfinished until the last', async () => {
    const { kept, titles, send } = api();
    const stored: number[] = [];
    const onProgress = (strokes: number) => stored.push(strokes);
    await storeDrawing(
      'id',
      { title: 'Rain', strokes: texts, thumb: '' },
      { ...how(send), onProgress, slice: 120 },
    );
    expect(kept.strokes).toEqual(texts.map((text) => JSON.parse(text)));
    expect(titles).toEqual([...Array(3).fill(words.unfinished('Rain')), 'Rain']);
    expect(stored).toEqual([2, 4, 6, 7]);
  });

  test('a request without a response is repeated once, with one effect', async () => {
    const { kept, send } = api({ lost: 1 });
    await storeDrawing('id', { title: 'Rain', strokes: texts, thumb: '' }, { ...how(send), slice: 200 });
    expect(kept.strokes).toHaveLength(7);
    await expect(
      storeDrawing('id', { title: '', strokes: texts, thumb: '' }, how(api({ lost: 2 }).send)),
    ).rejects.toThrow(problems.noAnswer);
  });

  test('sent again after a lost response, one that was drawn on meanwhile is stored, and one deleted for good stays deleted', async () => {
    const id = '00000000-0000-4000-8000-000000000002';
    const { handle, pages } = server();
    const drawing = { title: 'Rain', strokes: [JSON.stringify(stroke(1))], thumb: '' };
    const storing = (id: string, meanwhile: () => Promise<void>) => {
      let sent = 0;
      const send = async (request: Request) => {
        const response = await handle(request);
        if (++sent > 1) return response;
        await meanwhile();
        throw new TypeError('Failed to fetch');
      };
      return storeDrawing(id, drawing, how(send));
    };
    await storing(id, () => pages.add(id, stroke(2)));
    expect((await pages.read(id))?.strokes).toHaveLength(2);
    const other = '00000000-0000-4000-8000-000000000003';
    await storing(other, () => pages.purge(other)).catch(() => {});
    expect(await pages.all()).toHaveLength(1);
  });

  test('a refusal becomes a sentence, and the incomplete drawing is known', async () => {
    let begun = 0;
    const { send } = api({ refuse: 2 });
    const drawing = { title: 'Rain', strokes: texts, thumb: '' };
    const storing = storeDrawing('id', drawing, { ...how(send), begun: () => begun++, slice: 60 });
    await expect(storing).rejects.toThrow(problems.codes.storage_full);
    expect(begun).toBe(1);
  });

  test('after an abort it sends nothing more', async () => {
    const stop = new AbortController();
    const { kept, send } = api();
    const drawing = { title: 'Rain', strokes: texts, thumb: '' };
    const storing = storeDrawing('id', drawing, {
      ...how(send, stop),
      onProgress: () => stop.abort(),
      slice: 120,
    });
    await expect(storing).rejects.toThrow();
    expect(kept.strokes).toHaveLength(2);
  });

  test('groups keep the order and the limit, with at least one stroke each', () => {
    expect(groupsOf(texts, 120).flat()).toEqual(texts);
    expect(groupsOf(texts, 120).map((group) => group.length)).toEqual([2, 2, 2, 1]);
    expect(groupsOf(texts, 1).map((group) => group.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(groupsOf([], 100)).toEqual([[]]);
  });
});

describe('import: the dates of a drawing', () => {
  const ID = '00000000-0000-4000-8000-000000000001';
  const NOW = Date.parse('2026-11-22T12:00:00.000Z');
  const AT = new Date(NOW).toISOString();
  const strokes = [0, 1, 2, 3, 4, 5].map((n) => JSON.stringify(stroke(n)));

  /** The dates in the application of a drawing that was imported with these dates. */
  async function imported(dates: { createdAt?: string; updatedAt?: string }, slice?: number) {
    const { handle, pages } = server(undefined, () => NOW);
    const at = {
      ...how(async (request) => handle(request)),
      now: () => NOW,
      ...(slice === undefined ? {} : { slice }),
    };
    await storeDrawing(ID, { title: 'Rain', strokes, thumb: '', dates }, at);
    const drawing = await pages.read(ID);
    expect(drawing).toMatchObject({ title: 'Rain', strokes: strokes.map((text) => JSON.parse(text)) });
    return { createdAt: drawing?.createdAt, updatedAt: drawing?.updatedAt, rev: drawing?.rev };
  }
  const dates = { createdAt: '2020-02-29T10:00:00.000Z', updatedAt: '2021-01-01T00:00:00.001Z' };

  test('are those of its file, in one request and in slices', async () => {
    expect(await imported(dates)).toEqual({ ...dates, rev: 1 });
    const { rev, ...kept } = await imported(dates, 200);
    expect(rev).toBeGreaterThan(2);
    expect(kept).toEqual(dates);
    const once = { createdAt: dates.createdAt, updatedAt: dates.createdAt };
    expect(await imported(once, 200)).toMatchObject(once);
  });

  test('are now if the file has none, or one in the future', async () => {
    expect(await imported({})).toMatchObject({ createdAt: AT, updatedAt: AT });
    expect(await imported({ ...dates, updatedAt: '2030-01-01T00:00:00.000Z' })).toMatchObject({
      createdAt: dates.createdAt,
      updatedAt: AT,
    });
    const ahead = { createdAt: '2026-11-22T12:00:30.000Z', updatedAt: '2026-11-22T12:02:00.000Z' };
    for (const slice of [undefined, 200]) {
      const { createdAt, updatedAt = '' } = await imported(ahead, slice);
      expect(createdAt).toBe(AT);
      expect(Date.parse(updatedAt) - NOW).toBeLessThan(20);
    }
  });
});

describe('import: the title of a drawing', () => {
  test("is the one in the file, or else the file's name", () => {
    expect(titleOf('Rain', 'a.svg')).toBe('Rain');
    expect(titleOf(undefined, 'Sungei  Buloh.excalidraw')).toBe('Sungei Buloh');
    expect(titleOf(undefined, 'a.excalidraw.svg')).toBe('a');
    expect(titleOf('', 'v1.2 notes.JSON')).toBe('v1.2 notes');
    expect([...titleOf(undefined, `${'🌳'.repeat(300)}.svg`)]).toHaveLength(200);
  });

  test('has the number of the part if the file becomes several drawings', () => {
    expect(partTitle('Rain', 0, 1)).toBe('Rain');
    expect(partTitle('Rain', 1, 3)).toBe(words.part('Rain', 2, 3));
    expect([...partTitle('x'.repeat(200), 0, 2)]).toHaveLength(200);
  });
});
