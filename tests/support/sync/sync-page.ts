/** Runs in the page: sync over IndexedDB, whose transactions end when anything else is awaited. */
import { indexedDbStore } from '../../../src/store/indexeddb.ts';
import { createWrite } from '../../../src/store/indexeddb-writer.ts';
import { stroke } from '../drawing/any-stroke.ts';
import { contentOf, device, server } from './sync.ts';

/**
 * Two devices and a server, through everything that writes. Returns whether they are equal in the end, and the
 * notices.
 */
export async function throughEverything(): Promise<{ equal: boolean; titles: string[]; notices: string[] }> {
  const there = server();
  const [a, b] = ['a', 'b'].map((name) =>
    device(
      there,
      indexedDbStore({
        name: `${name} ${crypto.randomUUID()}`,
        loadCreateWrite: async () => createWrite,
      }),
    ),
  );
  if (a === undefined || b === undefined) throw new Error('two devices');
  const id = await a.pages.create({ title: 'Both', strokes: [1, 2, 3].map(stroke) });
  const trashed = await a.pages.create({ title: 'Trashed', strokes: [stroke(1)] });
  await a.pages.trash(trashed);
  const large = await a.pages.create({ title: 'Large', strokes: [stroke(0)] });
  await a.pages.profile('Ah Meng');
  await a.settle();
  await b.settle();

  // Drawn on both sides, renamed on both sides, restored on one.
  await a.pages.patch(id, { op: 'replace', path: '/strokes/1', value: stroke(20) });
  await a.pages.patch(id, { op: 'replace', path: '/title', value: 'Here' });
  await b.pages.patch(id, { op: 'replace', path: '/strokes/1', value: stroke(21) });
  await b.pages.patch(id, { op: 'replace', path: '/title', value: 'There' });
  await b.pages.restore(trashed);
  await b.pages.add(trashed, stroke(2));
  // Together more than a drawing holds.
  const many = (from: number) => Array.from({ length: 10_010 }, (_, n) => stroke(from + n));
  await a.pages.add(large, ...many(1));
  await b.pages.add(large, ...many(20_000));
  // One response is lost in between.
  let lost = false;
  a.network = async ({ method }, next) => {
    const response = await next();
    if (method === 'PATCH' && !lost) {
      lost = true;
      throw new TypeError('network');
    }
    return response;
  };
  await a.sync.run();
  for (const it of [a, b, a, b]) await it.settle();

  const [here, theirs, server_] = await Promise.all([contentOf(a), contentOf(b), contentOf(there)]);
  const [first, ...others] = [here, theirs, server_].map((content) => JSON.stringify(content));
  const { notices } = await b.sync.state();
  return {
    equal: others.every((content) => content === first),
    titles: server_.map(({ title }) => title).sort(),
    notices: notices.map(({ kind }) => kind).sort(),
  };
}
