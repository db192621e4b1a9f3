/** JSON Schemas in words. */
import { reference as words } from '../words/en/reference.ts';
import { refName, type Schema } from './document.ts';

/** A part of a type: text, or the name of a schema, to be shown as a link. */
export type TypePart = string | { readonly schema: string };

/** A type in parts: `string or null`, `list of Stroke`. */
export function typeParts(schema: Schema): TypePart[] {
  if (schema.$ref !== undefined) return [{ schema: refName(schema.$ref) }];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) {
    return choices.flatMap((choice, i) =>
      i === 0 ? typeParts(choice) : [words.types.or, ...typeParts(choice)],
    );
  }
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.prefixItems !== undefined) {
    const items = schema.prefixItems.flatMap((item, i) => [...(i === 0 ? [] : [', ']), ...typeParts(item)]);
    return ['[', ...items, ']'];
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.includes('array')) {
    const orNull = types.includes('null') ? [words.types.or, 'null'] : [];
    return [words.types.listOf, ...typeParts(schema.items ?? {}), ...orNull];
  }
  if (types.length === 0) return [words.types.any];
  return [types.map((type) => (type === 'string' ? (schema.format ?? type) : type)).join(words.types.or)];
}

/** Texts for a range of characters, items or values. */
interface RangeWords {
  readonly exactly: (n: number) => string;
  readonly range: (low: number, high: number) => string;
  readonly atLeast: (low: number) => string;
  readonly atMost: (high: number) => string;
}

function range(low: number | undefined, high: number | undefined, texts: RangeWords): string | undefined {
  if (low !== undefined && high !== undefined)
    return low === high ? texts.exactly(low) : texts.range(low, high);
  if (high !== undefined) return texts.atMost(high);
  return low === undefined || low === 0 ? undefined : texts.atLeast(low);
}

/** The limits of a value, each as a short phrase with code in backticks. */
export function limitWords(schema: Schema): string[] {
  const { exclusiveMinimum: above } = schema;
  const phrases = [
    schema.enum?.map((value) => `\`${String(value)}\``).join(', '),
    schema.default === undefined
      ? undefined
      : words.limits.default(JSON.stringify(schema.default).replaceAll('"', '')),
    above === undefined ? undefined : words.limits.over(above),
    range(schema.minimum, schema.maximum, words.limits),
    schema.minLength === 1 && schema.maxLength === undefined
      ? words.limits.notEmpty
      : range(schema.minLength, schema.maxLength, words.characters),
    schema.minItems === 1 && schema.maxItems === undefined
      ? words.limits.notEmpty
      : range(schema.minItems, schema.maxItems, words.items),
    schema.pattern === undefined ? undefined : words.limits.matches(schema.pattern),
  ];
  return phrases.filter((phrase) => phrase !== undefined);
}

/**
 * The object whose members are shown below a member: its own type, or that of its list items. Named schemas are
 * links.
 */
export function innerObject(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema;
  return schema.items === undefined ? undefined : innerObject(schema.items);
}
