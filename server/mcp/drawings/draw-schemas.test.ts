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

/** What binds a value beside its type: a newer server may have another bound, and a client refuses what breaks one. */
const BOUNDS =
  /^(?:pattern|format|(?:exclusiveM|m)(?:in|ax)imum|(?:min|max)(?:Length|Items)|example|uniqueItems)$/;

/** A part of a schema with what its references name, at any depth, as a tool declares it. */
function plain(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(plain);
  if (typeof part !== 'object' || part === null) return part;
  const ref = /^#\/components\/schemas\/(.+)$/.exec(String(Object(part).$ref))?.[1];
  if (ref !== undefined) return plain(component(ref));
  const { properties, ...rest } = part as Json;
  return Object.fromEntries([
    ...Object.entries(rest).flatMap(([name, value]): [string, unknown][] => {
      if (BOUNDS.test(name) || value === false) return [];
      if (name !== 'enum' && name !== 'const') return [[name, plain(value)]];
      const examples = name === 'const' ? [value] : (value as unknown[]);
      return Object.entries({ type: typeof examples[0], examples });
    }),
    ...(properties === undefined ? [] : [['properties', members(part as Json)] as [string, unknown]]),
  ]);
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
    expect(effect).toMatchObject({
      properties: { kind: { examples: ['write'] }, action: { examples: ['rename'] } },
    });
  });

  it('what trash and restore answer has the drawing’s own members, and the label', () => {
    const { effect: _trash, recoverable, trashed, ...rest } = members(outputOf('draw_trash_drawing'));
    expect(rest).toEqual({ id: entry.id, rev: entry.rev });
    expect(recoverable).toEqual(members(component('Trashed')).recoverable);
    expect(trashed).toEqual({ type: 'boolean', examples: [true] });
    const { effect: _restore, ...restored } = members(outputOf('draw_restore_drawing'));
    expect(restored).toEqual(entry);
  });

  it.for(DRAW_TOOLS)(
    '$name declares something whole, of one type in each place, and open to what is new',
    ({ name }) => {
      const text = JSON.stringify(outputOf(name));
      expect(outputOf(name)).toMatchObject({ type: 'object' });
      expect(text).not.toContain('"additionalProperties":false');
      expect(text).not.toContain('"enum"');
      expect(text).not.toContain('"$ref"');
      expect(text).not.toContain('"type":[');
    },
  );

  it('takes the ids that the document knows', () => {
    const { pattern } = Object(Object(component('DrawingEntry').properties).id);
    expect(pattern).toBeTypeOf('string');
    expect(z.toJSONSchema(drawingId)).toMatchObject({ pattern });
  });
});
