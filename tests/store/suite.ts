/**
 * The behaviour of every store: one suite for memory, IndexedDB and SQLite. It runs in a page as well as in
 * Node, so it uses nothing of either.
 */
import type { Store } from '../../src/api/ports.ts';
import type { Stroke } from '../../src/core/drawing/types.ts';
import { contentCases } from './cases/contents.ts';
import { rowCases } from './cases/rows.ts';
import { transactionCases } from './cases/transactions.ts';

export interface StoreUnderTest {
  /** Opens the case's own database; again after a close, or beside an open connection. */
  open(): Promise<Store>;
  readonly strokes: readonly Stroke[];
}

export interface StoreCase {
  readonly name: string;
  /** True for cases that need a database that outlives its store. */
  readonly durable?: true;
  /** True for cases of devices' stores only. */
  readonly device?: true;
  run(test: StoreUnderTest): Promise<void>;
}

export const storeCases: readonly StoreCase[] = [...rowCases, ...contentCases, ...transactionCases];
