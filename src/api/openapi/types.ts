/**
 * TypeScript types from the OpenAPI document, in the form that openapi-fetch reads (`paths`). Our own
 * generator, because openapi-typescript needs the compiler's JavaScript API, which TypeScript 7 lacks. The
 * document is ours too, so it supports only the JSON Schema that the document uses.
 */
type Json = { readonly [member: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @returns the text of a module that exports `paths` and `components` */
export function typesOf(document: Json): string {
  const paths = Object.entries(asObject(document.paths)).map(
    ([path, item]) => `  ${quote(path)}: ${pathItem(asObject(item))};`,
  );
  const schemas = Object.entries(asObject(asObject(document.components).schemas)).map(
    ([name, schema]) => `    ${quote(name)}: ${typeOf(schema)};`,
  );
  return [
    '// Generated from the OpenAPI document by `npm run generate`. Do not edit.',
    'export interface paths {',
    ...paths,
    '}',
    'export interface components {',
    '  schemas: {',
    ...schemas,
    '  };',
    '}',
    '',
  ].join('\n');
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function pathItem(item: Json): string {
  const members = METHODS.map((method) =>
    method in item ? `${method}: ${operation(asObject(item[method]))}` : `${method}?: never`,
  );
  return `{ parameters: { query?: never; header?: never; path?: never; cookie?: never }; ${members.join('; ')} }`;
}

function operation(op: Json): string {
  const responses = Object.entries(asObject(op.responses)).map(
    ([status, response]) =>
      `${status}: { headers: { [name: string]: unknown }; ${content(asObject(response))} }`,
  );
  const body = isObject(op.requestBody)
    ? `requestBody: { ${content(op.requestBody)} }`
    : 'requestBody?: never';
  return `{ parameters: { ${parameters(asList(op.parameters).map(asObject))} }; ${body}; responses: { ${responses.join('; ')} } }`;
}

function parameters(list: readonly Json[]): string {
  return ['query', 'header', 'path', 'cookie']
    .map((place) => {
      const members = list
        .filter((parameter) => parameter.in === place)
        .map(
          ({ name, required, schema }) => `${quote(String(name))}${required ? '' : '?'}: ${typeOf(schema)}`,
        );
      if (members.length === 0) return `${place}?: never`;
      return `${place}${place === 'path' ? '' : '?'}: { ${members.join('; ')} }`;
    })
    .join('; ');
}

function content(holder: Json): string {
  const types = Object.entries(asObject(holder.content)).map(
    ([mediaType, value]) => `${quote(mediaType)}: ${typeOf(asObject(value).schema)}`,
  );
  return types.length === 0 ? 'content?: never' : `content: { ${types.join('; ')} }`;
}

/** The type of a JSON Schema. */
export function typeOf(value: unknown): string {
  const schema = asObject(value);
  if (typeof schema.$ref === 'string')
    return `components['schemas'][${JSON.stringify(schema.$ref.split('/').at(-1))}]`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((item) => JSON.stringify(item)).join(' | ');
  const either = asList(schema.oneOf ?? schema.anyOf);
  if (either.length > 0) return either.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function arrayType(schema: Json): string {
  const tuple = asList(schema.prefixItems);
  if (tuple.length > 0) return `readonly [${tuple.map(typeOf).join(', ')}]`;
  return `readonly (${typeOf(schema.items)})[]`;
}

function objectType(schema: Json): string {
  const required = asList(schema.required);
  const members = Object.entries(asObject(schema.properties)).map(
    ([name, property]) => `${quote(name)}${required.includes(name) ? '' : '?'}: ${typeOf(property)}`,
  );
  if (members.length === 0)
    return schema.additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>';
  return `{ ${members.join('; ')} }`;
}

function quote(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
