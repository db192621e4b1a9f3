/**
 * Types and readers of the OpenAPI document. It is always this project's own, made by src/api/openapi, so only
 * the members that it uses are supported.
 */

/** A JSON Schema: the keywords that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Header {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
  readonly description?: string;
}

export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
  };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

/** One response of an operation. */
export interface OperationResponse {
  readonly status: string;
  readonly description: string;
  /** Codes of an error; empty for any other response. */
  readonly codes: readonly string[];
  readonly schema: Schema | undefined;
  readonly headers: readonly string[];
}

/** An operation with everything that the page shows of it. */
export interface Operation {
  /** The operationId, also used as anchor. */
  readonly id: string;
  /** `GET` */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** True if a server requires the token. */
  readonly gated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly mediaType: string; readonly schema: Schema } | undefined;
  readonly responses: readonly OperationResponse[];
  /** The headers of the responses, each with the statuses that have it. */
  readonly responseHeaders: readonly {
    readonly name: string;
    readonly description: string;
    readonly statuses: readonly string[];
  }[];
}

export interface OperationGroup {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** True for a document that can be shown. An old server or a proxy may send something else. */
export function isOpenapiDocument(value: unknown): value is OpenapiDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { openapi, info, paths, components } = value as Partial<OpenapiDocument>;
  return typeof openapi === 'string' && Boolean(info && paths && components?.schemas);
}

/** The operations grouped by tag, in the document's order. */
export function operationGroups(document: OpenapiDocument): OperationGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(method, path, operation)),
  );
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    tag: name,
    description,
    operations: all.filter(({ tag }) => tag === name),
  }));
}

function readOperation(method: string, path: string, object: OperationObject): Operation {
  const [body] = Object.entries(object.requestBody?.content ?? {});
  const responses = Object.entries(object.responses).map(readResponse);
  return {
    id: object.operationId,
    method: method.toUpperCase(),
    path,
    tag: object.tags?.[0] ?? '',
    summary: object.summary ?? '',
    description: object.description ?? '',
    gated: (object.security ?? []).length > 0,
    parameters: object.parameters ?? [],
    body: body && { mediaType: body[0], schema: body[1].schema ?? {} },
    responses,
    responseHeaders: headersOf(object, responses),
  };
}

function readResponse([status, { description, headers, content }]: [
  string,
  ResponseObject,
]): OperationResponse {
  const schema = Object.values(content ?? {})[0]?.schema;
  const codes = schema?.properties?.error?.properties?.code?.enum ?? [];
  return { status, description, codes: codes.map(String), schema, headers: Object.keys(headers ?? {}) };
}

function headersOf(
  object: OperationObject,
  responses: readonly OperationResponse[],
): Operation['responseHeaders'] {
  const meanings = new Map<string, string>();
  for (const { headers = {} } of Object.values(object.responses)) {
    for (const [name, { description = '' }] of Object.entries(headers)) meanings.set(name, description);
  }
  return [...meanings].map(([name, description]) => ({
    name,
    description,
    statuses: responses.filter(({ headers }) => headers.includes(name)).map(({ status }) => status),
  }));
}

/** The name of a schema: `Readings` for `#/components/schemas/Readings`. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** True if an operation's texts contain every word of the search. */
export function matchesSearch(operation: Operation, search: string): boolean {
  const { id, method, path, tag, summary, description, parameters, responses } = operation;
  const text = [id, method, path, tag, summary, description]
    .concat(parameters.flatMap(({ name, description: about = '' }) => [name, about]))
    .concat(responses.flatMap(({ status, codes }) => [status, ...codes]))
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
