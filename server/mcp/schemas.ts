/** Schemas of the OpenAPI document as tools declare them: a tool returns what its route responds with. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { openapiDocument } from '../../src/api/openapi/document.ts';

export type Json = Readonly<Record<string, unknown>>;

const known = new Map<string, StandardSchemaWithJSON>();

/**
 * The output schema of a tool for this route. It is declared but not checked at run time: the contract's tests
 * check the routes, and compiling these schemas would block the event loop for longer than anything else.
 * @param path as in the document
 * @throws if the document has no such route
 */
export function outputSchemaOf(path: string): StandardSchemaWithJSON {
  const made = known.get(path) ?? declaredSchema(responseSchema(path));
  known.set(path, made);
  return made;
}

/** A JSON Schema that is declared but not checked. */
export function declaredSchema(schema: Json): StandardSchemaWithJSON {
  const told = () => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'pleinair',
      validate: (value) => ({ value }),
      jsonSchema: { input: told, output: told },
    },
  };
}

/**
 * JSON Schema of the body of a route's 200 response, without references, and without lists of types, which some
 * clients cannot read.
 * @param path as in the document
 * @throws if the document has no such route
 */
export function responseSchema(path: string): Json {
  const document = openapiDocument();
  const steps = ['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema'];
  return inlined(at(document, steps), document);
}

/** A copy in which every `$ref` into the document is replaced by its target. */
function inlined(schema: Json, document: Json): Json {
  const { $ref, ...rest } = schema;
  const named = typeof $ref === 'string' ? at(document, $ref.replace(/^#\//, '').split('/')) : {};
  return mapped(withoutTypeLists({ ...named, ...rest }), (value) => inlined(value, document));
}

/** Replaces `type: [a, b]` by `anyOf`. */
function withoutTypeLists(schema: Json): Json {
  const { type, description, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const anyOf = type.map((one) => (one === 'null' ? { type: one } : { type: one, ...rest }));
  return { ...(description === undefined ? {} : { description }), anyOf };
}

function mapped(schema: Json, each: (value: Json) => Json): Json {
  const deep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deep);
    return isJson(value) ? each(value) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, deep(value)]));
}

function at(document: Json, steps: readonly string[]): Json {
  let here: Json = document;
  for (const step of steps) {
    const next = here[step];
    if (!isJson(next)) throw new Error(`the OpenAPI document has no ${steps.join('/')}`);
    here = next;
  }
  return here;
}

/** True for a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
