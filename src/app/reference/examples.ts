/** Examples of calls to each operation, with curl and in TypeScript, made from the OpenAPI document. */
import type { OpenapiDocument, Operation } from './document.ts';
import { sample, sampleHeaders, sampleQuery } from './samples.ts';

export interface Example {
  readonly language: 'curl' | 'TypeScript';
  readonly code: string;
}

/** The downloaded client, as the example imports it. */
const CLIENT = './pleinair.ts';

/** The file whose bytes an example sends. */
const PHOTO = 'photo.jpg';

/** Code in an example, as it is. */
class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The examples of an operation.
 * @param base origin of the server, without a slash at the end
 */
export function examplesOf(operation: Operation, document: OpenapiDocument, base: string): Example[] {
  const request = sampleRequest(operation, document);
  return [
    { language: 'curl', code: curl(operation, request, base) },
    { language: 'TypeScript', code: typescript(operation, request, base) },
  ];
}

interface SampleRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

function sampleRequest(operation: Operation, { components: { schemas } }: OpenapiDocument): SampleRequest {
  const values = (parameters: Operation['parameters']) =>
    Object.fromEntries(parameters.map(({ name, schema }) => [name, sample(schema, schemas, name)]));
  return {
    path: values(operation.parameters.filter((parameter) => parameter.in === 'path')),
    query: values(sampleQuery(operation)),
    headers: values(sampleHeaders(operation)),
    body: isBytes(operation) ? PHOTO_BYTES : operation.body && sample(operation.body.schema, schemas),
  };
}

const PHOTO_BYTES = new Code(`new Blob([await readFile('${PHOTO}')], { type: 'image/jpeg' })`);

/** True if the body of an operation is bytes and no JSON. */
function isBytes({ body }: Operation): boolean {
  return body?.schema.format === 'binary';
}

/** A text in single quotes, escaped for a shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curl({ method, path, gated, body }: Operation, sent: SampleRequest, base: string): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => String(sent.path[name]));
  const query = new URLSearchParams(Object.entries(sent.query).map(([name, value]) => [name, String(value)]));
  const url = `${base}${address}${query.size > 0 ? `?${query}` : ''}`;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shellQuoted(url)}`,
    ...(gated ? ['-H "Authorization: Bearer $DRAW_TOKEN"'] : []),
    ...Object.entries(sent.headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${String(value)}`)}`),
    ...(body ? [`-H ${shellQuoted(`Content-Type: ${body.mediaType}`)}`] : []),
    ...(body
      ? [
          sent.body instanceof Code
            ? `--data-binary @${PHOTO}`
            : `-d ${shellQuoted(JSON.stringify(sent.body))}`,
        ]
      : []),
  ];
  return lines.join(' \\\n  ');
}

/** A value as a literal of TypeScript. */
function literal(value: unknown, indent: string): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, indent));
    return `[${items.join(', ')}]`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
    return `${key}: ${literal(member, `${indent}  `)}`;
  });
  const line = `{ ${members.join(', ')} }`;
  if (members.length === 0) return '{}';
  return indent.length + line.length <= 72
    ? line
    : `{\n${members.map((m) => `${indent}  ${m},\n`).join('')}${indent}}`;
}

function typescript(
  { method, path, gated, responses }: Operation,
  sent: SampleRequest,
  base: string,
): string {
  const parts = {
    ...(Object.keys(sent.path).length > 0 ? { path: sent.path } : {}),
    ...(Object.keys(sent.query).length > 0 ? { query: sent.query } : {}),
    ...(Object.keys(sent.headers).length > 0 ? { headers: sent.headers } : {}),
    ...(sent.body === undefined ? {} : { body: sent.body }),
  };
  const options = Object.keys(parts).length > 0 ? `, ${literal(parts, '')}` : '';
  const token = gated ? ', token: process.env.DRAW_TOKEN' : '';
  const successes = responses.map(({ status }) => status).filter((status) => status.startsWith('2'));
  const succeeded = successes.map((status) => `answer.status === ${status}`).join(' || ');
  return [
    ...(sent.body instanceof Code ? [`import { readFile } from 'node:fs/promises';`] : []),
    `import { createPleinair } from '${CLIENT}';`,
    '',
    `const api = createPleinair({ baseUrl: '${base}'${token} });`,
    `const answer = await api.${method.toLowerCase()}('${path}'${options});`,
    `if (${succeeded}) console.log(answer.body);`,
    'else console.error(answer.status, answer.body);',
  ].join('\n');
}
