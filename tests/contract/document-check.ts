/**
 * Checks responses against the OpenAPI document. A status, header or member that is not in it fails, and so
 * does, at the end, a documented status or error code that did not occur.
 */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import type { TestRequest, TestResponse } from './target.ts';

interface Json {
  readonly [member: string]: unknown;
}

/** Headers that any HTTP response may have, including the server's security headers. */
const ORDINARY = new Set([
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
]);

export interface DocumentCheck {
  check(sent: TestRequest, response: TestResponse): void;
  /** Documented outcomes that did not occur: `createDrawing 422 key_reused`. */
  unseen(): string[];
}

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

export function documentCheck(): DocumentCheck {
  const document = openapiDocument();
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  const validators = new Map<string, ValidateFunction>();
  const paths = Object.keys(object(document.paths)).sort((a, b) => braces(a) - braces(b));
  const seen = new Set<string>();

  function validator(pointer: string): ValidateFunction {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    validators.set(pointer, known);
    return known;
  }

  return {
    check(sent, response) {
      const { pathname } = new URL(sent.path, 'http://host');
      const template = paths.find((path) => matches(path, pathname));
      const what = `${sent.method} ${sent.path} -> ${response.status}`;
      if (template === undefined) {
        assert.equal(response.status, 404, what);
        assert.equal(errorCode(response), sent.method === 'HEAD' ? undefined : 'not_found', what);
        return;
      }
      const method = sent.method === 'HEAD' ? 'get' : sent.method.toLowerCase();
      const operation = object(object(object(document.paths)[template])[method]);
      const { operationId } = operation;
      if (typeof operationId !== 'string') {
        assert.ok(response.status === 405 || (response.status === 204 && sent.method === 'OPTIONS'), what);
        assert.ok(response.headers['allow'], `${what} without Allow`);
        return;
      }
      const documented = object(object(operation['responses'])[response.status]);
      assert.ok('description' in documented, `${what} is not documented: ${response.text.slice(0, 300)}`);
      checkHeaders(documented, response, what);
      const pointer = ['paths', template, method, 'responses', String(response.status)]
        .map(pointerStep)
        .join('/');
      if (sent.method === 'HEAD') assert.equal(response.text, '', `${what}: a HEAD answer has no content`);
      else
        checkContent(documented, response, validator, `/${pointer}/content/application~1json/schema`, what);
      const code = errorCode(response);
      seen.add(`${operationId} ${response.status}${code === undefined ? '' : ` ${code}`}`);
    },
    unseen() {
      const documented = paths.flatMap((path) =>
        Object.values(object(object(document.paths)[path])).flatMap((operation) =>
          outcomes(object(operation)),
        ),
      );
      return documented.filter((outcome) => !seen.has(outcome));
    },
  };
}

function checkContent(
  documented: Json,
  response: TestResponse,
  validator: (pointer: string) => ValidateFunction,
  pointer: string,
  what: string,
): void {
  if (documented['content'] === undefined) {
    assert.equal(response.text, '', `${what} has content that is not documented`);
    return;
  }
  const mediaType = String(response.headers['content-type']?.split(';')[0]);
  assert.ok(mediaType in object(documented['content']), `${what}: ${mediaType} is not documented`);
  if (mediaType !== 'application/json') return;
  const validate = validator(pointer);
  assert.ok(
    validate(response.json),
    `${what}: ${JSON.stringify(validate.errors)} in ${response.text.slice(0, 300)}`,
  );
}

function checkHeaders(documented: Json, response: TestResponse, what: string): void {
  const headers = new Map(
    Object.entries(object(documented['headers'])).map(([name, header]) => [
      name.toLowerCase(),
      object(header),
    ]),
  );
  for (const [name, header] of headers) {
    if (header['required'] === true) assert.ok(response.headers[name] !== undefined, `${what} lacks ${name}`);
  }
  for (const name of Object.keys(response.headers)) {
    assert.ok(headers.has(name) || ORDINARY.has(name), `${what} has an undocumented header ${name}`);
  }
  const retry = response.headers['retry-after'];
  if (retry !== undefined)
    assert.match(retry, /^[1-9]\d*$/, `${what}: Retry-After is whole seconds, at least 1`);
}

/** All outcomes of an operation as `operation status code`, without a code where the response is no error. */
function outcomes(operation: Json): string[] {
  return Object.entries(object(operation['responses'])).flatMap(([status, documented]) => {
    const schema = object(object(object(object(documented)['content'])['application/json'])['schema']);
    const codes = object(object(object(object(schema['properties'])['error'])['properties'])['code'])['enum'];
    const prefix = `${String(operation['operationId'])} ${status}`;
    return Array.isArray(codes) ? codes.map((code) => `${prefix} ${String(code)}`) : [prefix];
  });
}

/** The code in an error body. */
export function errorCode(response: TestResponse): string | undefined {
  const { code } = object(object(response.json)['error']);
  return typeof code === 'string' ? code : undefined;
}

function braces(path: string): number {
  return path.split('{').length;
}

function matches(template: string, pathname: string): boolean {
  const expected = template.split('/');
  const actual = pathname.split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, i) => (segment.startsWith('{') ? actual[i] !== '' : segment === actual[i]))
  );
}

/** A step of a JSON Pointer in a URI fragment. */
function pointerStep(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
