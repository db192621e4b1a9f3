/** Values for the examples, made from the OpenAPI document. */
import { type OpenapiDocument, type Operation, type Parameter, refName, type Schema } from './document.ts';

/** Id of the drawing in the examples. */
export const SAMPLE_ID = '3f2b8c52-7f0e-4d43-9a55-1c6a8e0d4b21';

/** Values by name, for members whose schema allows almost anything. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  id: SAMPLE_ID,
  title: 'Rain tree',
  thumb: '',
  tool: 'pen',
  color: '#1f4fae',
  size: 3,
  points: [
    [0, 0],
    [40, 30],
  ],
  path: '/strokes/-',
  displayName: 'Mei',
  avatarSeed: 'frangipani',
  'If-Match': '"1"',
  'Idempotency-Key': 'stroke-1',
  Prefer: 'return=minimal',
};

type Schemas = OpenapiDocument['components']['schemas'];

/** A short value that the schema allows. */
export function sample(schema: Schema, schemas: Schemas, name = ''): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (name in BY_NAME) return BY_NAME[name];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.$ref !== undefined) return sample(schemas[refName(schema.$ref)] ?? {}, schemas, name);
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice !== undefined) return sample(choice, schemas, name);
  if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => sample(item, schemas));
  switch ([schema.type].flat()[0]) {
    case 'object':
      return sampleObject(schema, schemas);
    case 'array':
      return [sample(schema.items ?? {}, schemas)];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}

/** An object with the required members; without any, with the members that are a named schema. */
function sampleObject({ properties = {}, required = [] }: Schema, schemas: Schemas): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(([name, schema]) =>
    required.length > 0 ? required.includes(name) : schema.$ref !== undefined,
  );
  return Object.fromEntries(wanted.map(([name, schema]) => [name, sample(schema, schemas, name)]));
}

/**
 * The headers of an example: those without which a change is refused (428) or might be applied twice. Where an
 * operation can create, the example does, so that it works without changes.
 */
export function sampleHeaders(operation: Operation): readonly Parameter[] {
  const headers = operation.parameters.filter((parameter) => parameter.in === 'header');
  const named = (name: string) => headers.filter((header) => header.name === name);
  const needsCondition = operation.responses.some(({ codes }) => codes.includes('precondition_required'));
  const creates = named('If-None-Match').filter(({ schema }) => schema.const !== undefined);
  const condition = creates.length > 0 ? creates : named('If-Match');
  const isIncremental = operation.method === 'PATCH';
  return [
    ...headers.filter(({ required }) => required),
    ...(needsCondition ? condition : []),
    ...(isIncremental ? named('Idempotency-Key') : []),
  ].filter((header, i, all) => all.indexOf(header) === i);
}

/** The query parameters of an example: the required ones, and those that select content. */
export function sampleQuery(operation: Operation): readonly Parameter[] {
  return operation.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required === true || isChoice(parameter.schema)),
  );
}

/** True for a schema with a few fixed values, other than true and false. */
function isChoice(schema: Schema): boolean {
  return schema.enum !== undefined && !schema.enum.includes('true') && !schema.enum.includes(true);
}
