/**
 * The behaviour of every store: one suite for memory, IndexedDB, SQLite and PostgreSQL. It runs in a page as well as in
 * Node, so it uses nothing of either.
 */
import type { StoreCase } from './case.ts';
import { contentCases } from './cases/contents.ts';
import { rowCases } from './cases/rows.ts';
import { transactionCases } from './cases/transactions.ts';
import { underlayCases } from './cases/underlay.ts';
import { versionCases } from './cases/versions.ts';

export const storeCases: readonly StoreCase[] = [
  ...rowCases,
  ...contentCases,
  ...versionCases,
  ...underlayCases,
  ...transactionCases,
];
