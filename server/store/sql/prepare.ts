import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/** Anything that runs a query: a Kysely or one of its transactions. */
export type Executor = Pick<Kysely<never>, 'executeQuery'>;

/** Runs a prepared query and returns its rows. */
export type PreparedQuery<P, R> = (on: Executor, values: P) => Promise<R[]>;

/** A value that is not known yet while a query is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Builds and compiles a query once. Compiling takes longer than running most queries, and a write runs a dozen.
 * @param build gets an object with a placeholder for each value, by name
 * @example
 * const drawing = prepare((p: { id: string }) =>
 *   db.selectFrom('drawings').selectAll().where('id', '=', p.id));
 * await drawing(transaction, { id });
 */
export function prepare<P extends { readonly [K in keyof P]: string | number | Uint8Array | null }, R>(
  build: (placeholders: P) => Compilable<R>,
): PreparedQuery<P, R> {
  const placeholders = new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) });
  const compiled: CompiledQuery<R> = build(placeholders).compile();
  return async (on, values: Readonly<Record<string, unknown>>) => {
    const parameters = compiled.parameters.map((v) => (v instanceof Placeholder ? values[v.name] : v));
    return (await on.executeQuery<R>({ ...compiled, parameters })).rows;
  };
}

/** Lengths of the parts into which a list of ids is split. The last part is filled up with repeats. */
const LONGEST = 64;
const SHORTER = [8, 1];

/**
 * Like `prepare`, for a query with a space and one list of ids of any length.
 * @param build gets the placeholders
 */
export function prepareMany<R>(
  build: (space: string, ids: string[]) => Compilable<R>,
): (on: Executor, space: string, ids: readonly string[]) => Promise<R[]> {
  const runOf = (length: number) => ({
    length,
    query: prepare((p: Record<string, string>) =>
      build(
        p['space'] ?? '',
        Array.from({ length }, (_, i) => p[`id${i}`] ?? ''),
      ),
    ),
  });
  const longest = runOf(LONGEST);
  const shorter = SHORTER.map(runOf);
  return async (on, space, ids) => {
    const rows: R[] = [];
    for (let start = 0; start < ids.length; ) {
      const left = ids.length - start;
      // The shortest part that holds the rest, or else the longest part.
      const run = shorter.findLast(({ length }) => length >= left) ?? longest;
      const last = ids[ids.length - 1] ?? '';
      const values: Record<string, string> = { space };
      for (let i = 0; i < run.length; i++) values[`id${i}`] = ids[start + i] ?? last;
      rows.push(...(await run.query(on, values)));
      start += run.length;
    }
    return rows;
  };
}
