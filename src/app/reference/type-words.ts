/** JSON Schemas in words, for tables. */
import { refName, type Schema } from './document.ts';

/** A piece of a type: words, or the name of a schema that has its own place on the page. */
export type TypePart = string | { readonly schema: string };

/** The type as it is written in a table: `string or null`, `list of Stroke`. */
export function typeParts(schema: Schema): TypePart[] {
  if (schema.$ref !== undefined) return [{ schema: refName(schema.$ref) }];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) {
    return choices.flatMap((choice, i) => (i === 0 ? typeParts(choice) : [' or ', ...typeParts(choice)]));
  }
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.prefixItems !== undefined) {
    const items = schema.prefixItems.flatMap((item, i) => [...(i === 0 ? [] : [', ']), ...typeParts(item)]);
    return ['[', ...items, ']'];
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.includes('array')) {
    const orNull = types.includes('null') ? [' or null'] : [];
    return ['list of ', ...typeParts(schema.items ?? {}), ...orNull];
  }
  if (types.length === 0) return ['anything'];
  return [types.map((type) => (type === 'string' ? (schema.format ?? type) : type)).join(' or ')];
}

const number = new Intl.NumberFormat('en');

function range(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  if (low !== undefined && high !== undefined) {
    return low === high
      ? `${number.format(low)}${unit}`
      : `${number.format(low)} to ${number.format(high)}${unit}`;
  }
  if (high !== undefined) return `at most ${number.format(high)}${unit}`;
  return low === undefined || low === 0 ? undefined : `at least ${number.format(low)}${unit}`;
}

/** What a value must keep to beside its type, each a short phrase; code stands in backticks. */
export function limitWords(schema: Schema): string[] {
  const { exclusiveMinimum: above } = schema;
  const words = [
    schema.enum?.map((value) => `\`${String(value)}\``).join(', '),
    schema.default === undefined
      ? undefined
      : `default \`${JSON.stringify(schema.default).replaceAll('"', '')}\``,
    above === undefined ? undefined : `over ${number.format(above)}`,
    range(schema.minimum, schema.maximum, ''),
    schema.minLength === 1 && schema.maxLength === undefined
      ? 'not empty'
      : range(schema.minLength, schema.maxLength, ' characters'),
    schema.minItems === 1 && schema.maxItems === undefined
      ? 'not empty'
      : range(schema.minItems, schema.maxItems, ' items'),
    schema.pattern === undefined ? undefined : `matches \`${schema.pattern}\``,
  ];
  return words.filter((word) => word !== undefined);
}

/** The members of an object, and of the objects in a list: those that are not schemas of their own. */
export function innerObject(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema;
  return schema.items === undefined ? undefined : innerObject(schema.items);
}
