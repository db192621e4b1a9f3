/** What is known of people: their tokens, what they use and what they may use. */
import type { Transaction } from 'kysely';
import type { SpaceLimits } from '../../../../src/api/drawings/change/size.ts';
import { HOME, type SpaceUse } from '../../../../src/api/ports.ts';
import type { Queries } from '../queries.ts';
import { useOf } from '../space-use.ts';
import type { PeopleTable, Tables, TokensTable } from '../tables.ts';
import { HOME_NAME } from './find-person.ts';

export interface TokenEntry {
  /** For `revoke`. It opens nothing. */
  readonly id: string;
  readonly device: string;
  readonly createdAt: string;
  /** The last day on which it was used (UTC), `2026-11-23`; null if it never was. */
  readonly usedOn: string | null;
}

export interface Person {
  readonly space: string;
  readonly name: string;
  /** Null for home, which every database has. */
  readonly createdAt: string | null;
  /** Oldest first. */
  readonly tokens: readonly TokenEntry[];
  readonly use: SpaceUse;
  readonly limits: SpaceLimits;
  /** True while the person is being removed, see `close`. */
  readonly isClosed: boolean;
}

/** Columns by name, for the reason given in queries.ts. */
export const PERSON = ['space', 'name', 'created_at'] as const;
type PersonRow = Pick<PeopleTable, 'space' | 'name'> & { readonly created_at: string | null };
export const HOME_ROW: PersonRow = { space: HOME, name: HOME_NAME, created_at: null };
const TOKEN = ['id', 'space', 'device', 'created_at', 'used_on'] as const;

function toEntry({ id, device, created_at, used_on }: Pick<TokensTable, (typeof TOKEN)[number]>): TokenEntry {
  return { id, device, createdAt: created_at, usedOn: used_on };
}

/** All that is known of these people, in the order of the rows. */
export async function personsOf(
  tx: Transaction<Tables>,
  queries: Queries,
  rows: readonly PersonRow[],
): Promise<Person[]> {
  const all = tx.selectFrom('tokens').select(TOKEN).orderBy('created_at').orderBy('id');
  const [only, other] = rows;
  // One of twenty thousand must not cost as much as all of them.
  const wanted = only && other === undefined ? all.where('space', '=', only.space) : all;
  const tokens = Map.groupBy(await wanted.execute(), ({ space }) => space);
  const people: Person[] = [];
  for (const { space, name, created_at } of rows) {
    const [head] = await queries.head(tx, { space });
    people.push({
      space,
      name,
      createdAt: created_at,
      tokens: (tokens.get(space) ?? []).map(toEntry),
      isClosed: (head?.closed ?? null) !== null,
      use: await useOf(tx, queries, space),
      limits: { bytes: head?.bytes_max ?? null, drawings: head?.drawings_max ?? null },
    });
  }
  return people;
}
