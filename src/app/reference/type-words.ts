/** JSON Schemas in words, for tables. */
import { reference as words } from '../words/en/reference.ts';
import { refName, type Schema } from './document.ts';

/** A piece of a type: words, or the name of a schema that has its own place on the page. */
export type TypePart = string | { readonly schema: string };

/** The type as it is written in a table: `string or null`, `list of Stroke`. */
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

/** How many there may be, of characters, of items or as a value. */
interface RangeWords {
  readonly exactly: (n: number) => string;
  readonly range: (low: number, high: number) => string;
  readonly atLeast: (low: number) => string;
  readonly atMost: (high: number) => string;
}

function range(low: number | undefined, high: number | undefined, said: RangeWords): string | undefined {
  if (low !== undefined && high !== undefined)
    return low === high ? said.exactly(low) : said.range(low, high);
  if (high !== undefined) return said.atMost(high);
  return low === undefined || low === 0 ? undefined : said.atLeast(low);
}

/** What a value must keep to beside its type, each a short phrase; code stands in backticks. */
export function limitWords(schema: Schema): string[] {
  const { exclusiveMinimum: above } = schema;
  const said = [
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
  return said.filter((word) => word !== undefined);
}

/** The members of an object, and of the objects in a list: those that are not schemas of their own. */
export function innerObject(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema;
  return schema.items === undefined ? undefined : innerObject(schema.items);
}
