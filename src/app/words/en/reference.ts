import { defineWords } from '../catalogue.ts';
import { list, number, plural } from '../format.ts';

/** The reference of the API, except for the texts of the OpenAPI document. Code is in backticks. */
export const reference = defineWords('reference', {
  note: 'Generated from the API’s own OpenAPI document',
  failed: 'The API’s description did not load.',
  retry: 'Try again',

  find: 'Find an operation',
  findHint: 'path, word or error code',
  found: (operations: number, schemas: number) => {
    const counted = [
      ...(operations > 0
        ? [plural(operations, { one: '1 operation', other: `${number(operations)} operations` })]
        : []),
      ...(schemas > 0 ? [plural(schemas, { one: '1 schema', other: `${number(schemas)} schemas` })] : []),
    ];
    return counted.length === 0 ? 'No matches.' : list(counted);
  },
  contents: 'Contents',
  schemas: 'Schemas',

  before: 'Before you begin',
  base: 'Base address',
  token: 'Token, for drawings and the profile on a server',
  downloads: 'Downloads',
  document: (version: string) => `<link>OpenAPI document</link>, version ${version}`,
  client: '<link>Typed client</link> for TypeScript: one file that needs only <code>fetch</code>',

  linkTo: (name: string) => `Link to ${name}`,
  gated: (id: string) => `On a server this needs the token. operationId: \`${id}\``,
  open: (id: string) => `Public: send no token. operationId: \`${id}\``,
  inPath: 'Path parameters',
  inQuery: 'Query parameters',
  inHeader: 'Request headers',
  required: 'required',
  optional: 'optional',
  body: 'Request body',
  answers: 'Responses',
  answerHeaders: 'Response headers',
  onAll: 'on every response',
  /** @param statuses HTTP statuses */
  on: (statuses: readonly string[]) => `on ${list(statuses)}`,
  bodyOf: 'Body:',
  errorCodes: 'Error codes:',
  examples: 'Examples',
  copy: 'Copy',
  copied: 'Copied',
  /** Shown when the browser forbids copying: the code is then selected. */
  selected: 'Selected',
  /** @param language of the code, such as `curl` */
  copyExample: (language: string, about: string) => `Copy ${language}, ${about}`,

  schema: (name: string) => `Schema ${name}`,
  oneOf: 'One of:',
  types: {
    or: ' or ',
    listOf: 'list of ',
    any: 'anything',
  },
  limits: {
    default: (value: string) => `default \`${value}\``,
    over: (value: number) => `over ${number(value)}`,
    matches: (pattern: string) => `matches \`${pattern}\``,
    notEmpty: 'not empty',
    exactly: (n: number) => number(n),
    range: (low: number, high: number) => `${number(low)} to ${number(high)}`,
    atLeast: (low: number) => `at least ${number(low)}`,
    atMost: (high: number) => `at most ${number(high)}`,
  },
  characters: {
    exactly: (n: number) => plural(n, { one: '1 character', other: `${number(n)} characters` }),
    range: (low: number, high: number) => `${number(low)} to ${number(high)} characters`,
    atLeast: (low: number) =>
      plural(low, { one: 'at least 1 character', other: `at least ${number(low)} characters` }),
    atMost: (high: number) =>
      plural(high, { one: 'at most 1 character', other: `at most ${number(high)} characters` }),
  },
  items: {
    exactly: (n: number) => plural(n, { one: '1 item', other: `${number(n)} items` }),
    range: (low: number, high: number) => `${number(low)} to ${number(high)} items`,
    atLeast: (low: number) => plural(low, { one: 'at least 1 item', other: `at least ${number(low)} items` }),
    atMost: (high: number) => plural(high, { one: 'at most 1 item', other: `at most ${number(high)} items` }),
  },
});
