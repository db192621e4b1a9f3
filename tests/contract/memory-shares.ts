/** Links that show drawings, in memory, for hosts of tests. */
import type { Store } from '../../src/api/ports.ts';
import type { Share, ShareReadTx, Shares } from '../../src/api/shares/share-ports.ts';

/**
 * The links to the drawings of a store, and the store with which they go when a drawing is deleted for good.
 * Where the store fails, so do they.
 */
export function memoryShares(store: Store): { readonly shares: Shares; readonly store: Store } {
  const all = new Map<string, Share>();
  const reader = (space: string, drawing: ShareReadTx['drawing']): ShareReadTx => ({
    drawing,
    list: async () => [...all.values()].filter((share) => share.space === space),
  });
  const shares: Shares = {
    find: (hash) =>
      store.read(async (tx) => {
        await tx.meta();
        const share = all.get(hash);
        const row = share && (await tx.drawing(share.drawing));
        return row === undefined || row.trashed ? undefined : share;
      }),
    read: (space, work) => store.read((tx) => work(reader(space, tx.drawing))),
    write: (space, work) =>
      store.write((tx) =>
        work({
          ...reader(space, tx.drawing),
          async add(share) {
            all.set(share.hash, share);
          },
          async delete(id) {
            for (const share of all.values()) if (share.id === id) all.delete(share.hash);
          },
        }),
      ),
    async seen(hash, at) {
      const share = all.get(hash);
      if (share !== undefined) all.set(hash, { ...share, lastSeenAt: at });
    },
  };
  const write: Store['write'] = (work) =>
    store.write((tx) =>
      work({
        ...tx,
        async deleteDrawing(id) {
          await tx.deleteDrawing(id);
          for (const share of all.values()) if (share.drawing === id) all.delete(share.hash);
        },
      }),
    );
  return { shares, store: { ...store, write } };
}
