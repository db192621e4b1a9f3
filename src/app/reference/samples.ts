/** Values that an example sends, made from the document; where a schema allows anything, something that makes sense. */
import { type OpenapiDocument, type Operation, type Parameter, refName, type Schema } from './document.ts';

/** Of a drawing that the examples speak of. */
export const SAMPLE_ID = '3f2b8c52-7f0e-4d43-9a55-1c6a8e0d4b21';

/** For members whose schema says less than their name. */
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

/** A value that the schema allows, as short as it gets. */
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

/** Its required members; where none is, those that have a schema of their own. */
function sampleObject({ properties = {}, required = [] }: Schema, schemas: Schemas): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(([name, schema]) =>
    required.length > 0 ? required.includes(name) : schema.$ref !== undefined,
  );
  return Object.fromEntries(wanted.map(([name, schema]) => [name, sample(schema, schemas, name)]));
}

/**
 * The headers that an example sends: without them a change would be refused (428), or could be applied twice. Where
 * the document lets one create, the example creates: it then works as it stands.
 */
export function sampleHeaders(operation: Operation): readonly Parameter[] {
  const headers = operation.parameters.filter((parameter) => parameter.in === 'header');
  const named = (name: string) => headers.filter((header) => header.name === name);
  const needsCondition = operation.answers.some(({ codes }) => codes.includes('precondition_required'));
  const creates = named('If-None-Match').filter(({ schema }) => schema.const !== undefined);
  const condition = creates.length > 0 ? creates : named('If-Match');
  const isIncremental = operation.method === 'PATCH';
  return [
    ...headers.filter(({ required }) => required),
    ...(needsCondition ? condition : []),
    ...(isIncremental ? named('Idempotency-Key') : []),
  ].filter((header, i, all) => all.indexOf(header) === i);
}

/** The parameters in the query that an example sends: those that choose what is answered. */
export function sampleQuery(operation: Operation): readonly Parameter[] {
  return operation.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required === true || isChoice(parameter.schema)),
  );
}

/** One of a few words; a plain yes or no is no choice of content. */
function isChoice(schema: Schema): boolean {
  return schema.enum !== undefined && !schema.enum.includes('true') && !schema.enum.includes(true);
}
