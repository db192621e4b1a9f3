import { describe, expect, test } from 'vitest';
import { ORIGIN_AUTH } from '../../tests/sim/parts/application.ts';
import { drawing, filled, id, strokes } from '../../tests/support/drawing/archives.ts';
import { getDrawing } from '../api/drawings/read.ts';
import { createHandle } from '../api/http/dispatch.ts';
import { type Handle, type ReadTx, type Store, StoreUnavailable } from '../api/ports.ts';
import { streamedText } from './streamed-text.ts';

test('a response arrives unchanged, whatever characters are at the cuts', async () => {
  const drops = '💧'.repeat(700_000);
  for (const text of ['x'.repeat(4097), drops, `x${drops}`, `é${'a'.repeat(1_200_000)}`]) {
    for (const given of [text, Promise.resolve(text)]) {
      const body = streamedText(given);
      expect(body).toBeInstanceOf(ReadableStream);
      expect((await new Response(body).text()) === text).toBe(true);
    }
  }
});

test('a short response is sent as one text', () => {
  for (const text of ['{"drawings":[]}', 'x'.repeat(4096)]) expect(streamedText(text)).toBe(text);
});

describe('a drawing whose strokes are still being read', () => {
  /** The application of a device with one drawing. `chunks` stands between it and what its store reads of strokes. */
  async function setup(
    chunks: (read: () => Promise<string[]>, store: Store) => Promise<string[]>,
    { repeats = false, sendsEarly = true } = {},
  ) {
    const kept = await filled([drawing(1, { strokes })]);
    const defects: unknown[] = [];
    const watched = (tx: ReadTx): ReadTx => ({
      ...tx,
      chunks: (ids) => chunks(() => tx.chunks(ids), kept),
    });
    const read: Store['read'] = async (work) => {
      const result = kept.read((tx) => work(watched(tx)));
      // As a store does that lost its connection.
      return repeats ? result.catch(() => kept.read((tx) => work(watched(tx)))) : result;
    };
    const handle: Handle = createHandle([getDrawing], {
      storeOf: () => ({ ...kept, read }),
      auth: ORIGIN_AUTH,
      now: Date.now,
      newId: () => 'id',
      announce() {},
      readBody: async () => 'too_large',
      ...(sendsEarly ? { sendText: streamedText } : {}),
      onDefect: (_, error) => defects.push(error),
    });
    const get = (init?: RequestInit) => handle(new Request(`http://host/api/v1/drawings/${id(1)}`, init));
    return { get, defects };
  }

  test('the head is sent before they are there', async () => {
    let give = (): void => {};
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    const { get } = await setup((read) => given.then(read));
    const response = await get();
    expect([response.status, response.headers.get('ETag')]).toEqual([200, '"2"']);
    give();
    expect((await response.json()).strokes).toEqual(strokes);
  });

  test('HEAD has their length', async () => {
    const { get } = await setup((read) => read());
    const length = (await get({ method: 'HEAD' })).headers.get('Content-Length');
    expect(Number(length)).toBe((await (await get()).arrayBuffer()).byteLength);
  });

  test('one that cannot be read ends with an error, never as a part; only a defect is logged', async () => {
    const broken = new Error('a chunk is missing');
    for (const [error, logged] of [
      [broken, [broken]],
      [new StoreUnavailable('gone'), []],
    ] as const) {
      const { get, defects } = await setup(() => Promise.reject(error));
      const response = await get();
      await expect(response.text()).rejects.toThrow(error.message);
      expect(defects).toEqual(logged);
    }
  });

  test('a host that sends whole texts answers with the error itself', async () => {
    const { get } = await setup(() => Promise.reject(new StoreUnavailable('gone')), { sendsEarly: false });
    expect((await get()).status).toBe(503);
  });

  test('if it was changed or deleted before it is read once more, the response ends early', async () => {
    const changes: readonly ((store: Store) => Promise<unknown>)[] = [
      (store) =>
        store.write(async (tx) => {
          const row = await tx.drawing(id(1));
          if (row !== undefined) await tx.putDrawing({ ...row, rev: row.rev + 1 });
        }),
      (store) => store.write((tx) => tx.deleteDrawing(id(1))),
    ];
    for (const change of changes) {
      let isFirst = true;
      const { get, defects } = await setup(
        async (read, store) => {
          if (!isFirst) return read();
          isFirst = false;
          await change(store);
          throw new StoreUnavailable('the connection was lost');
        },
        { repeats: true },
      );
      await expect((await get()).text()).rejects.toThrow();
      expect(defects).toEqual([]);
    }
  });

  test('if it was not, the response is whole', async () => {
    let isFirst = true;
    const { get } = await setup(
      async (read) => {
        if (!isFirst) return read();
        isFirst = false;
        throw new StoreUnavailable('the connection was lost');
      },
      { repeats: true },
    );
    expect((await (await get()).json()).strokes).toEqual(strokes);
  });
});
