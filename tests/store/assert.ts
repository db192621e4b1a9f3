/** Assertions that run in a page as well as in Node. */

/** Throws unless both are equal, like `assert.deepStrictEqual`: -0 is not 0, NaN is NaN. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  const path = difference(actual, expected);
  if (path === undefined) return;
  throw new Error(`${what}${path} differs: ${show(actual)} is not ${show(expected)}`);
}

export function ok(condition: boolean, what: string): void {
  if (!condition) throw new Error(`expected: ${what}`);
}

/** Throws unless the promise is rejected with an error of this class. Returns the error. */
export async function rejects(
  promise: Promise<unknown>,
  type: abstract new (...args: never) => Error,
): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof type) return error;
  throw new Error(`expected a rejection with ${type.name}, got ${String(error)}`);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Path of the first difference; undefined if there is none. */
function difference(a: unknown, b: unknown): string | undefined {
  if (Object.is(a, b)) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return '';
  if (Array.isArray(a) !== Array.isArray(b) || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))
    return '';
  const [left, right] = [
    new Map<string, unknown>(Object.entries(a)),
    new Map<string, unknown>(Object.entries(b)),
  ];
  if (left.size !== right.size) return '';
  for (const [name, value] of left) {
    if (!right.has(name)) return `.${name}`;
    const inner = difference(value, right.get(name));
    if (inner !== undefined) return `.${name}${inner}`;
  }
  return undefined;
}
