import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openapiDocument } from '../../../src/api/openapi/document.ts';
import type { Json } from '../schemas.ts';
import { drawingId } from './draw-read-tools.ts';
import { DRAW_TOOLS } from './draw-server.ts';

/** A part of the document: the response of a route to a method, or a schema. */
function at(...steps: readonly string[]): Json {
  return steps.reduce<Json>((here, step) => Object(here[step]), openapiDocument());
}
const component = (name: string) => at('components', 'schemas', name);

function outputOf(name: string): Json {
  const tool = DRAW_TOOLS.find((one) => one.name === name);
  return Object(tool?.output()['~standard'].jsonSchema.output({ target: 'draft-2020-12' }));
}

/** A part of a schema with what its references name, at any depth. */
function plain(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(plain);
  if (typeof part !== 'object' || part === null) return part;
  const ref = /^#\/components\/schemas\/(.+)$/.exec(String(Object(part).$ref))?.[1];
  if (ref !== undefined) return plain(component(ref));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, plain(value)]));
}

/** Members of a schema, without the document's references. */
function members(schema: Json): Record<string, Json> {
  const all = Object.entries(Object(schema.properties)).map(([name, member]) => [name, plain(member)]);
  return Object.fromEntries(all);
}

describe('mcp stdio: output schemas and the OpenAPI document', () => {
  const { thumb: _picture, ...entry } = members(component('DrawingEntry'));

  it('a listed drawing is a list entry without its thumbnail', () => {
    const drawings = Object(members(outputOf('draw_list_drawings')).drawings);
    expect(members(drawings.items)).toEqual(entry);
    const required: string[] = Object(component('DrawingEntry')).required;
    expect(drawings.items.required.sort()).toEqual(required.filter((name) => name !== 'thumb').sort());
  });

  it('a drawing has the members of a list entry, and strokes as stored', () => {
    const output = members(outputOf('draw_get_drawing'));
    expect(output).toMatchObject(entry);
    const { points: _points, ...stroke } = members(component('Stroke'));
    expect(members(Object(output.strokes).items)).toMatchObject(stroke);
  });

  it('what a rename answers is what PATCH answers, and the label', () => {
    const { effect, ...patched } = members(outputOf('draw_rename_drawing'));
    expect(patched).toEqual(members(component('Patched')));
    expect(effect).toMatchObject({ properties: { kind: { const: 'write' }, action: { const: 'rename' } } });
  });

  it('what trash and restore answer has the drawing’s own members, and the label', () => {
    const { effect: _trash, recoverable, trashed, ...rest } = members(outputOf('draw_trash_drawing'));
    expect(rest).toEqual({ id: entry.id, rev: entry.rev });
    expect(recoverable).toEqual(members(component('Trashed')).recoverable);
    expect(trashed).toEqual({ const: true });
    const { effect: _restore, ...restored } = members(outputOf('draw_restore_drawing'));
    expect(restored).toEqual(entry);
  });

  it.for(DRAW_TOOLS)('$name declares something whole, of one type in each place', ({ name }) => {
    const text = JSON.stringify(outputOf(name));
    expect(outputOf(name)).toMatchObject({ type: 'object', additionalProperties: false });
    expect(text).not.toContain('"$ref"');
    expect(text).not.toContain('"type":[');
  });

  it('takes the ids that the document knows', () => {
    expect(z.toJSONSchema(drawingId)).toMatchObject({ pattern: entry.id?.pattern });
  });
});
