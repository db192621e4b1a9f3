/**
 * The OpenAPI 3.1.0 document, built from the table of routes, their parameters and the schemas. Build time
 * only.
 */
import { groupBy } from '../../core/group-by.ts';
import { API_VERSION } from '../contract/versions.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { SERVER_ROUTES } from '../server-api.ts';
import { airExamples } from './air-examples.ts';
import { airSchemas } from './air-schemas.ts';
import { alertSchemas } from './alert-schemas.ts';
import { type HeaderName, type Operation, type OperationResponse, operations } from './operations.ts';
import { PARAMETERS, PATH_PARAMETERS } from './parameters.ts';
import { pastSchemas } from './past-schemas.ts';
import { object, ref, type Schema, schemas } from './schemas.ts';
import { skySchemas } from './sky-schemas.ts';

type DocumentedRoute = (typeof SERVER_ROUTES)[number];

const HEADERS: Readonly<Record<HeaderName, Schema>> = {
  ETag: { description: 'Names this state of the content.', schema: { type: 'string' } },
  Location: { description: 'Where the drawing is.', schema: { type: 'string' } },
  'Cache-Control': { description: 'For how long it may be kept (RFC 9111).', schema: { type: 'string' } },
  'Content-Disposition': {
    description: 'The name of the file (RFC 6266); only of a table.',
    schema: { type: 'string' },
  },
  'Preference-Applied': { description: 'RFC 7240.', schema: { type: 'string' } },
  'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'RFC 6750.', schema: { type: 'string' } },
  'Accept-Encoding': { description: 'RFC 9110, 15.5.16.', schema: { const: 'identity' } },
  'Accept-Patch': { description: 'RFC 5789.', schema: { type: 'string' } },
  'Access-Control-Allow-Origin': { description: 'Any page may read the air.', schema: { const: '*' } },
  'Access-Control-Expose-Headers': { description: 'What such a page may see.', schema: { type: 'string' } },
};

/** Headers that an error always has, by its code. */
const ERROR_HEADERS: Partial<Record<ErrorCode, readonly HeaderName[]>> = {
  unauthorized: ['WWW-Authenticate'],
  conflict: ['ETag'],
  gone: ['ETag'],
  precondition_failed: ['ETag'],
  rate_limited: ['Retry-After'],
  busy: ['Retry-After'],
};

/** Headers that some errors of a status have. */
const OPTIONAL_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  415: ['Accept-Encoding', 'Accept-Patch'],
  503: ['Retry-After'],
};

const CORS_HEADERS: readonly HeaderName[] = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];

const MEANING: Readonly<Record<number, string>> = {
  400: 'A parameter, a header or the body is not as described here.',
  401: 'The token is missing or wrong, or two that were sent disagree. Or the code is wrong, used or expired.',
  404: 'No drawing or link has this id. `details` name the Idempotency-Key if the request was applied before the drawing was deleted for good.',
  409: 'The drawing has changed, or is in the trash, or is not in it. ETag has the current revision.',
  410: 'The cursor is of another epoch of the store, malformed, too old, or ahead of it: start again without one.',
  412: 'The drawing exists with other content; a profile always exists.',
  413: 'The body is over 5 MiB, or over the smaller limit of a photo (4 MiB), a link (1 KiB), a code (2 KiB), the profile or a subscription to alerts (8 KiB).',
  415: 'The body is of another media type, or is sent with a Content-Encoding.',
  422: 'The Idempotency-Key was used with another request.',
  428: 'A condition is required.',
  429: 'Too many requests.',
  500: 'A defect; the message names the entry in the log.',
  503: 'No token is configured, the storage cannot answer, or the server is overloaded.',
  507: 'No space left; nothing was changed.',
};

const BUSY =
  'The server is overloaded. Keep the figures that you have, with their own hours, and show them as delayed.';

function responseHeaders(names: readonly HeaderName[], optional: readonly HeaderName[] = []): Schema {
  const headers: Record<string, Schema> = {};
  for (const name of names) headers[name] = { ...HEADERS[name], required: true };
  for (const name of optional) headers[name] ??= HEADERS[name];
  return headers;
}

function json(schema: Schema, example?: unknown): Schema {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function errorSchema(codes: readonly ErrorCode[], isAir: boolean): Schema {
  const error = object(
    {
      code: { type: 'string', enum: codes },
      message: { type: 'string' },
      details: { type: 'array', items: ref('Problem') },
    },
    ['details'],
  );
  return object({ ...(isAir ? { apiVersion: { const: '1' } } : {}), error });
}

/** True for what no cache may keep. */
function isPrivate({ access }: DocumentedRoute): boolean {
  return access === 'token' || access === 'shared';
}

/** Schemas that `Prefer: return=minimal` makes shorter. */
const SHORTENED = new Set(['DrawingAnswer', 'DrawingList']);

function responseObject(response: OperationResponse, route: DocumentedRoute): Schema {
  const required = [...(response.headers ?? []), ...(isPrivate(route) ? (['Cache-Control'] as const) : [])];
  const optional: readonly HeaderName[] = SHORTENED.has(response.schema ?? '') ? ['Preference-Applied'] : [];
  return {
    description: response.description,
    headers: responseHeaders(
      [...required, ...(route.access === 'air' ? CORS_HEADERS : [])],
      [
        ...optional,
        ...(response.optional ?? []),
        ...(route.access === 'public' ? (['Cache-Control'] as const) : []),
      ],
    ),
    ...contentOf(response),
  };
}

function contentOf({ schema, texts = [], bytes = [] }: OperationResponse): Schema {
  const content = {
    ...(schema === undefined ? {} : json(ref(schema), airExamples[schema])),
    ...Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }])),
    ...bytesContent(bytes),
  };
  return Object.keys(content).length === 0 ? {} : { content };
}

function bytesContent(types: readonly string[]): Schema {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

function errorObject(status: number, codes: readonly ErrorCode[], route: DocumentedRoute): Schema {
  const isAir = route.access === 'air';
  const shared = Object.keys(HEADERS).filter((name) =>
    codes.every((code) => ERROR_HEADERS[code]?.some((header) => header === name)),
  ) as HeaderName[];
  return {
    description: isAir && status === 503 ? BUSY : MEANING[status],
    headers: responseHeaders(
      [...shared, ...(isAir ? CORS_HEADERS : []), 'Cache-Control'],
      OPTIONAL_HEADERS[status],
    ),
    content: json(errorSchema(codes, isAir)),
  };
}

function parameters(route: DocumentedRoute, operation: Operation): Schema[] {
  const list: Schema[] = [];
  for (const [, name] of route.path.matchAll(/\{(\w+)\}/g)) {
    list.push({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      description: PATH_PARAMETERS[name ?? ''] ?? 'A lower-case UUID.',
    });
  }
  for (const [name, parameter] of Object.entries(route.query ?? {})) {
    const description = parameter.description ?? PARAMETERS[route.id]?.[name];
    if (description === undefined) throw new Error(`parameters.ts does not describe ${name} of ${route.id}`);
    list.push({ name, in: 'query', description, schema: parameter.schema });
  }
  for (const [name, { description, ...schema }] of Object.entries(operation.headers ?? {})) {
    const required = operation.needed?.includes(name) === true ? { required: true } : {};
    list.push({ name, in: 'header', ...required, description, schema });
  }
  return list;
}

function operationObject(route: DocumentedRoute): Schema {
  const operation = operations[route.id];
  if (operation === undefined) throw new Error(`operations.ts does not describe ${route.id}`);
  const responses: Record<string, Schema> = {};
  for (const [status, response] of Object.entries(operation.responses))
    responses[status] = responseObject(response, route);
  const byStatus = groupBy(new Set(operation.errors), (code) => ERROR_STATUS[code]);
  for (const [status, codes] of byStatus) responses[status] = errorObject(status, codes, route);
  return {
    operationId: route.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    security: route.access === 'token' ? [{ bearer: [] }, { drawToken: [] }] : [],
    parameters: parameters(route, operation),
    ...(operation.sends === undefined
      ? {}
      : { requestBody: { required: true, content: bytesContent(operation.sends) } }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [route.body.mediaType]: { schema: ref(operation.body ?? '') } },
          },
        }),
    responses,
  };
}

/** @throws Error if a route has no description, or a description has no route */
export function openapiDocument(): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of SERVER_ROUTES) {
    paths[route.path] ??= {};
    const item = paths[route.path];
    if (item !== undefined) item[route.method.toLowerCase()] = operationObject(route);
  }
  const unknown = Object.keys(operations).filter((id) => !SERVER_ROUTES.some((route) => route.id === id));
  if (unknown.length > 0) throw new Error(`operations.ts describes no route: ${unknown.join(', ')}`);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pleinair',
      version: API_VERSION,
      summary: 'Drawings with revisions and trash, and the air and sky of Singapore, on one API.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The origin that serves this document, network or not.' }],
    tags: [
      {
        name: 'Drawings',
        description: 'draw/v1: behind the token on a server, within the origin on a device.',
      },
      {
        name: 'Links',
        description:
          'Links that show a drawing to whoever has them. A device passes these requests on to its server, and keeps what it was shown last.',
      },
      { name: 'Profile', description: 'One local profile.' },
      {
        name: 'Devices',
        description: 'Letting another device in. On a server only: on a device these routes are 404.',
      },
      { name: 'Service', description: 'Discovery, health and status; public and content-free.' },
      {
        name: 'Air',
        description:
          'Public and read-only, without key or account, for any page: CORS with preflight, on these routes only. An independent project, not an official agency service. Counted together, 60 requests a minute and network address unless the operator has set another limit; asking for the same more often than every ten minutes gains nothing.',
      },
      {
        name: 'Sky',
        description:
          'Rain, lightning, heat, UV, wind, forecasts and the sun, under the same conditions as the air and within the same limit of requests. Asking more often than every two minutes gains nothing.',
      },
      {
        name: 'Alerts',
        description:
          'Web Push to a browser when the air or the sky changes, under the same conditions and within the same limit of requests. Anonymous: an endpoint, its keys and what is wanted. A device passes these requests on to its server.',
      },
    ],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'DRAW_TOKEN of the server.' },
        drawToken: { type: 'apiKey', in: 'header', name: 'X-Draw-Token', description: 'The same token.' },
      },
      schemas: {
        ...schemas,
        DrawingAnswer: {
          oneOf: [ref('Drawing'), ref('DrawingEntry')],
          description: 'The whole document, or its list entry with `Prefer: return=minimal`.',
        },
        ...airSchemas,
        ...skySchemas,
        ...pastSchemas,
        ...alertSchemas,
        Problem: object({
          path: { type: 'string', description: 'A JSON Pointer, or a name.' },
          message: { type: 'string' },
        }),
      },
    },
  };
}

const DESCRIPTION = `A service worker on the device, also offline, and a small server implement the same contract.

Every GET route also has HEAD, with GET's headers, and the routes of the air have OPTIONS, for CORS preflights. An unsupported method is 405 with \`Allow\`, an unknown route 404, both with the same error body. Query parameters are strict: unknown, repeated, empty and differently-cased ones are 400, and the error's \`details\` name the parameter. Whole numbers have plain decimal digits: \`1.0\`, \`+1\`, \`01\` and \` 1\` are 400.

Checks come in this order: route, method, token, parameters and condition headers, size, media type, body, id, repeated key, trash, missing condition, already applied, conflict, limits of the result.

A revision in If-Match may be weak (\`W/"3"\`): proxies weaken tags, and revisions mean the same either way.`;
