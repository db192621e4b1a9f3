/**
 * Query parameters: strict and case-sensitive. A parameter both reads its text and has its schema
 * for the OpenAPI document, so that the two cannot drift apart. What it means is said there (openapi/parameters.ts): the
 * worker does without the words.
 */
import { invalidParameter } from '../errors.ts';

export interface Parameter<T> {
  /** Only where an answer says it, too. */
  readonly description?: string;
  /** JSON Schema for the OpenAPI document. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The value, or a sentence of what is expected. */
  read(text: string): { readonly value: T } | { readonly expected: string };
  readonly fallback: T;
}

/** A whole number in plain decimal digits, within `min` and `max` inclusive. */
export function integer<T extends number | undefined>(
  min: number,
  max: number,
  fallback: T,
): Parameter<number | T> {
  const expected = `must be a whole number from ${min} to ${max}`;
  return {
    schema: {
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(fallback === undefined ? {} : { default: fallback }),
    },
    fallback,
    read(text) {
      if (!/^(?:0|[1-9]\d{0,8})$/.test(text)) return { expected };
      const value = Number(text);
      return value < min || value > max ? { expected } : { value };
    },
  };
}

/** One of a few words. */
export function oneOf<const W extends string>(words: readonly W[], fallback: W): Parameter<W> {
  return {
    schema: { type: 'string', enum: words, default: fallback },
    fallback,
    read(text) {
      const value = words.find((word) => word === text);
      return value === undefined ? { expected: `must be one of ${words.join(', ')}` } : { value };
    },
  };
}

/** Text that only its handler can judge, such as a cursor; never empty. */
export function opaque(): Parameter<string | undefined> {
  return {
    schema: { type: 'string', minLength: 1 },
    fallback: undefined,
    read: (value) => ({ value }),
  };
}

/** The same parameter with its description, for a route whose description is also an answer: discovery of the air. */
export function said<T>(description: string, parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, description };
}

export type ParameterMap = Readonly<Record<string, Parameter<unknown>>>;
export type Values<P extends ParameterMap> = { readonly [K in keyof P]: P[K]['fallback'] };

/**
 * Reads the query of a URL.
 * @param search without its question mark
 * @throws ApiError 400 naming the parameter that is unknown, repeated, empty or out of range
 */
export function readQuery<P extends ParameterMap>(search: string, parameters: P): Values<P> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) values[name] = parameter.fallback;
  if (search === '') return values as Values<P>;
  const seen = new Set<string>();
  for (const [name, text] of new URLSearchParams(search)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) throw invalidParameter(name, 'is not a parameter of this route');
    if (seen.has(name)) throw invalidParameter(name, 'is given more than once');
    seen.add(name);
    if (text === '') throw invalidParameter(name, 'is empty');
    const read = parameter.read(text);
    if ('expected' in read) throw invalidParameter(name, read.expected);
    values[name] = read.value;
  }
  return values as Values<P>;
}
