/**
 * Output schemas of the drawing tools, built from the members that the OpenAPI document gives a drawing. The server may be
 * newer than this program, and clients refuse a result that breaks its schema, also that of a write that was done. So the
 * schemas are open: they say what is there and of which type, and allow members and values that are new.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { MEMBER_NAMES } from '../../../src/core/drawing/members/optional-members.ts';
import { declaredSchema, isJson, type Json, responseSchema } from '../schemas.ts';
import type { Effect } from './draw-tool.ts';

const DRAWING = '/api/v1/drawings/{id}';
const LIST = '/api/v1/drawings';
const count: Json = { type: 'integer', minimum: 0 };
const number: Json = { type: 'number' };

const object = (properties: Json, optional: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** Keywords that bind no value. */
const SAID = ['type', 'required', 'description', 'examples'];
/** Keywords with one schema, or with several. */
const WITHIN = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'prefixItems'];

/** A schema of what a server sends without the limits that a newer one may have moved; known values become examples. */
function open(schema: Json): Json {
  const opened: Record<string, unknown> = {};
  for (const [word, value] of Object.entries(schema)) {
    if (SAID.includes(word)) opened[word] = value;
    else if (word === 'enum' && Array.isArray(value)) Object.assign(opened, likeThese(value));
    else if (word === 'const') Object.assign(opened, likeThese([value]));
    else if (word === 'properties' && isJson(value)) {
      opened[word] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, isJson(member) ? open(member) : member]),
      );
    } else if (WITHIN.includes(word) && Array.isArray(value)) opened[word] = value.map(open);
    else if (WITHIN.includes(word) && isJson(value)) opened[word] = open(value);
  }
  return opened;
}

/** Without a type, some clients would read it as any value at all. */
function likeThese(examples: readonly unknown[]): Json {
  return { type: typeof examples[0], examples };
}

const opened = (path: string): Json => open(responseSchema(path));

export function appOutput(): StandardSchemaWithJSON {
  return declaredSchema(opened('/api/v1/app'));
}

export function statusOutput(): StandardSchemaWithJSON {
  return declaredSchema(opened('/api/v1/status'));
}

function memberOf(schema: Json, ...names: readonly string[]): Json {
  let here = schema;
  for (const name of names) {
    const next = here[name];
    if (!isJson(next)) throw new Error(`the OpenAPI document has no ${names.join('/')}`);
    here = next;
  }
  return here;
}

/** Members of a list entry that it may lack. */
const OPTIONAL: readonly string[] = MEMBER_NAMES;

/** Members of a list entry, without its thumbnail. */
function entryMembers(): Json {
  const entry = memberOf(opened(LIST), 'properties', 'drawings', 'items', 'properties');
  const { thumb: _picture, ...members } = entry;
  return members;
}

function pick(members: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, memberOf(members, name)]));
}

export function listOutput(): StandardSchemaWithJSON {
  const drawings = { type: 'array', items: object(entryMembers(), OPTIONAL) };
  return declaredSchema(object({ drawings, next: memberOf(opened(LIST), 'properties', 'next') }));
}

const used = (what: string): Json => ({
  type: 'array',
  description: 'The most used first, without hidden layers.',
  items: object({ [what]: { type: 'string' }, strokes: count }),
});

export function drawingOutput(): StandardSchemaWithJSON {
  const stroke = memberOf(opened(DRAWING), 'properties', 'strokes', 'items');
  const summary: Json = {
    ...entryMembers(),
    layerStrokes: {
      type: 'array',
      description: 'How many strokes each layer has, the lowest first.',
      items: object({ layer: { type: 'string' }, strokes: count }),
    },
    hiddenStrokes: { ...count, description: 'How many strokes are on hidden layers.' },
    hasThumbnail: { type: 'boolean' },
    bounds: {
      description:
        'Of all points that can be seen, in drawing units, without the width of strokes; null without any.',
      anyOf: [object({ minX: number, minY: number, maxX: number, maxY: number }), { type: 'null' }],
    },
    tools: used('tool'),
    colors: used('color'),
    moreTools: { ...count, description: 'How many tools are not listed.' },
    moreColors: { ...count, description: 'How many colours are not listed.' },
    strokes: { type: 'array', description: 'Those that were asked for, as stored.', items: stroke },
    strokesFrom: { ...count, description: 'Index of the first of `strokes`.' },
    strokesLeftOut: { ...count, description: 'How many of the drawing are not in `strokes`.' },
  };
  return declaredSchema(object(summary, [...OPTIONAL, 'strokes', 'strokesFrom', 'strokesLeftOut']));
}

function effectSchema(effect: Effect): Json {
  return object(Object.fromEntries(Object.entries(effect).map(([name, value]) => [name, { const: value }])));
}

export function renameOutput(effect: Effect): StandardSchemaWithJSON {
  const members = pick(entryMembers(), 'id', 'rev', 'title', 'strokeCount', 'updatedAt');
  return declaredSchema(object({ effect: effectSchema(effect), ...members }));
}

export function trashOutput(effect: Effect): StandardSchemaWithJSON {
  const members = pick(entryMembers(), 'id', 'rev');
  const flags = { trashed: { const: true }, recoverable: { const: true } };
  return declaredSchema(object({ effect: effectSchema(effect), ...members, ...flags }));
}

export function restoreOutput(effect: Effect): StandardSchemaWithJSON {
  return declaredSchema(object({ effect: effectSchema(effect), ...entryMembers() }, OPTIONAL));
}
