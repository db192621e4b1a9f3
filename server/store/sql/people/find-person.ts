/** Finds people by their names, and says which names a person may have. */
import type { Transaction } from 'kysely';
import { nameProblem } from '../../../../src/api/contract/pairing-body.ts';
import { HOME } from '../../../../src/api/ports.ts';
import type { PeopleTable, Tables } from '../tables.ts';

/** Name of the space that DRAW_TOKEN opens. No person can have it. */
export const HOME_NAME = 'home';

/** A command about people cannot be done; the message is for the operator. */
export class PeopleRefused extends Error {
  override name = 'PeopleRefused';
}

/**
 * The form in which names are compared: without the differences of capital letters, of wide and narrow ones, of
 * ligatures, and of spaces. By upper case too, because ß and ss, σ and ς differ in lower case alone; by lower case before
 * it, because ẞ is its own upper case.
 */
export function fold(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return plain.replace(/\s+/gu, ' ').trim();
}

/** Characters that fonts show as nothing (Unicode, DerivedCoreProperties), or that have no meaning of their own. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\u2800]/u;

/**
 * The name of a new person, in the form in which it is stored.
 * @throws PeopleRefused
 */
export function newName(name: string): string {
  const problem =
    nameProblem(name) ??
    (name === name.trim() ? undefined : 'begins or ends with a space') ??
    (UNSEEN.test(name) ? 'has characters that cannot be seen' : undefined);
  if (problem !== undefined) throw new PeopleRefused(`the name ${problem}`);
  return name.normalize('NFC');
}

/** True if a name has Latin letters and others that look like them. */
export function isMixed(name: string): boolean {
  return /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
}

export type Row = Pick<PeopleTable, 'space' | 'name'>;

/** @throws PeopleRefused if several have this name but for capital letters and the like, as in older versions */
export async function rowOf(tx: Transaction<Tables>, name: string): Promise<Row | undefined> {
  // Compared here: an older version stored `name_folded` in another form.
  const people = await tx.selectFrom('people').select(['space', 'name']).execute();
  const [found, other] = people.filter((person) => fold(person.name) === fold(name));
  if (other === undefined) return found;
  const exact = people.find((person) => person.name === name.normalize('NFC'));
  if (exact === undefined)
    throw new PeopleRefused(`several are named ${JSON.stringify(name)}: write it as they do`);
  return exact;
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
