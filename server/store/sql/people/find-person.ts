/** Finds people by their names. */
import type { Transaction } from 'kysely';
import { HOME } from '../../../../src/api/ports.ts';
import type { PeopleTable, Tables } from '../tables.ts';

/** Name of the space that DRAW_TOKEN opens. No person can have it. */
export const HOME_NAME = 'home';

/** A command about people cannot be done; the message is for the operator. */
export class PeopleRefused extends Error {
  override name = 'PeopleRefused';
}

/** The form in which names are compared. */
export const fold = (name: string) => name.normalize('NFC').trim().toLowerCase();

export type Row = Pick<PeopleTable, 'space' | 'name'>;

export function rowOf(tx: Transaction<Tables>, name: string): Promise<Row | undefined> {
  return tx
    .selectFrom('people')
    .select(['space', 'name'])
    .where('name_folded', '=', fold(name))
    .executeTakeFirst();
}

/** @throws PeopleRefused */
export async function find(tx: Transaction<Tables>, name: string): Promise<Row> {
  if (fold(name) === HOME_NAME) return { space: HOME, name: HOME_NAME };
  const found = await rowOf(tx, name);
  if (found === undefined) throw nobody(name);
  return found;
}

export function nobody(name: string): PeopleRefused {
  return new PeopleRefused(`there is nobody named ${JSON.stringify(name)}`);
}
