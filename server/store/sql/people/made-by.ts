/** What made a code or a ticket. Neither is worth anything once its maker opens nothing any more. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

/** Begins the mark of DRAW_TOKEN. That of any other token has no colon. */
const OPERATOR = 'operator:';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** Names a token without opening anything: lower-case hex SHA-256. A token has 192 random bits, so it needs no salt. */
export const tokenMark = sha256;

/** Names DRAW_TOKEN. */
export function operatorMark(token: string): string {
  return `${OPERATOR}${sha256(token)}`;
}

/**
 * The maker as it is stored. DRAW_TOKEN may be one that can be guessed, so its mark is salted with the code or ticket,
 * which is not stored.
 * @param by a mark; undefined if no token made it
 */
export function storedMaker(by: string | undefined, secret: string): string | null {
  if (by === undefined) return null;
  return by.startsWith(OPERATOR) ? sha256(`${secret} ${by}`) : by;
}

/**
 * True if the maker still opens its space, or was no token.
 * @param operator the mark of today's DRAW_TOKEN
 */
export async function makerStands(
  tx: Transaction<Tables>,
  madeBy: string | null,
  secret: string,
  operator: string | undefined,
): Promise<boolean> {
  if (madeBy === null) return true;
  if (operator !== undefined && madeBy === storedMaker(operator, secret)) return true;
  const token = await tx.selectFrom('tokens').select('id').where('hash', '=', madeBy).executeTakeFirst();
  return token !== undefined;
}
