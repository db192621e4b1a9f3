/**
 * Query parameters, strict and case-sensitive. A parameter contains both its parser and its schema for the
 * OpenAPI document, so that the two stay equal. Descriptions are in openapi/parameters.ts, because the worker
 * does not need them.
 */
import { invalidParameter } from '../errors.ts';

export interface Parameter<T> {
  /** Present only if a response also contains it. */
  readonly description?: string;
  /** JSON Schema for the OpenAPI document. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Parses the text: returns the value, or a sentence that says what is expected. */
  read(text: string): { readonly value: T } | { readonly expected: string };
  readonly fallback: T;
}

/** A whole number in plain decimal digits, from `min` to `max` inclusive. */
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

/** One of a fixed set of words. */
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

/** A text that only the handler can check, such as a cursor; never empty. */
export function opaque(): Parameter<string | undefined> {
  return {
    schema: { type: 'string', minLength: 1 },
    fallback: undefined,
    read: (value) => ({ value }),
  };
}

/** Adds a description to a parameter, for air routes: the discovery response lists it. */
export function withDescription<T>(description: string, parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, description };
}

export type ParameterMap = Readonly<Record<string, Parameter<unknown>>>;
export type Values<P extends ParameterMap> = { readonly [K in keyof P]: P[K]['fallback'] };

/**
 * Parses the query of a URL.
 * @param search without the question mark
 * @throws ApiError 400 with the parameter that is unknown, repeated, empty or out of range
 */
export function readQuery<P extends ParameterMap>(search: string, parameters: P): Values<P> {
  const values: Record<string, unknown> = {};
  // Without lists of names and values: this runs for every request.
  for (const name in parameters) values[name] = parameters[name]?.fallback;
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
