/** Closes the space of a person, and removes a person. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { HOME } from '../../../../src/api/ports.ts';
import { newEpoch } from '../../../../src/store/epoch.ts';
import type { Tables } from '../tables.ts';
import { find, PeopleRefused, type Row } from './find-person.ts';

export interface Removal {
  /**
   * Closes a space, before it is exported and removed. It waits for the write under way. From then on no token opens
   * the space, and every write of it throws SpaceGone.
   * @returns the closing, for `open` and `remove`
   * @throws PeopleRefused for home, and if there is nobody of this name
   */
  close(name: string): Promise<string>;
  /** Undoes a closing, unless another one followed. */
  open(closing: string): Promise<void>;
  /**
   * Removes a person with everything in the space.
   * @param closing refuses if the space was opened since
   * @throws PeopleRefused for home, and if there is nobody of this name
   */
  remove(name: string, closing?: string): Promise<void>;
}

type Run = <T>(work: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>;

export function sqlRemoval(write: Run): Removal {
  return {
    async close(name) {
      const closing = randomUUID();
      await write(async (tx) => {
        const { space } = await findRemovable(tx, name);
        await tx.updateTable('spaces').set({ closed: closing }).where('id', '=', space).execute();
      });
      return closing;
    },
    async open(closing) {
      await write((tx) =>
        tx.updateTable('spaces').set({ closed: null }).where('closed', '=', closing).execute(),
      );
    },
    async remove(name, closing) {
      await write(async (tx) => {
        const { space } = await findRemovable(tx, name);
        // Locks the space: waits for its writer, and lets no other begin.
        await tx.updateTable('spaces').set({ epoch: newEpoch() }).where('id', '=', space).execute();
        const row = await tx.selectFrom('spaces').select('closed').where('id', '=', space).executeTakeFirst();
        if (closing !== undefined && row?.closed !== closing) {
          throw new PeopleRefused(`${JSON.stringify(name)} was let in again meanwhile, and is not removed`);
        }
        for (const table of SPACE_TABLES) await tx.deleteFrom(table).where('space', '=', space).execute();
        await tx.deleteFrom('spaces').where('id', '=', space).execute();
      });
    },
  };
}

/** @throws PeopleRefused also for home */
async function findRemovable(tx: Transaction<Tables>, name: string): Promise<Row> {
  const found = await find(tx, name);
  if (found.space === HOME) throw new PeopleRefused('home cannot be removed: DRAW_TOKEN opens it');
  return found;
}

/** Tables with rows of a space. A table that refers to another stands before it. */
const SPACE_TABLES = [
  'live_tickets',
  'codes',
  'tokens',
  'people',
  'shares',
  'idempotency_keys',
  'thumbs',
  'photos',
  'drawings',
  'chunks',
  'purges',
  'versions',
  'named_values',
] as const;
