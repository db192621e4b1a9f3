import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import { AIR_TOOLS } from './air/air-tools.ts';
import { responseSchema } from './schemas.ts';

const DOCUMENT = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.optional(
        z.object({
          parameters: z.optional(
            z.array(
              z.object({ name: z.string(), in: z.string(), schema: z.record(z.string(), z.unknown()) }),
            ),
          ),
        }),
      ),
    }),
  ),
});

/** The query parameters of a route's GET, by name. */
function parametersOf(path: string): Record<string, object> {
  const parameters = DOCUMENT.parse(openapiDocument()).paths[path]?.get?.parameters ?? [];
  return Object.fromEntries(
    parameters.flatMap(({ name, in: where, schema }) => (where === 'query' ? [[name, schema]] : [])),
  );
}

describe('mcp: schemas', () => {
  it.for(AIR_TOOLS)(
    '$name takes what $path takes: the same values, bounds and defaults',
    ({ path, input }) => {
      const { properties = {}, additionalProperties } = z.toJSONSchema(input, { io: 'input' });
      const taken = Object.entries(properties).map(([name, property]) => {
        const { description, ...schema } = Object(property);
        expect(description, name).toBeTruthy();
        return [name, schema];
      });
      expect(Object.fromEntries(taken)).toEqual(parametersOf(path));
      expect(additionalProperties).toBe(false);
    },
  );

  it.for(AIR_TOOLS)('$name declares an answer that is whole and has one type in each place', ({ path }) => {
    const schema = responseSchema(path);
    expect(schema).toMatchObject({ type: 'object', properties: { apiVersion: { const: '1' } } });
    const text = JSON.stringify(schema);
    expect(text).not.toContain('"$ref"');
    expect(text).not.toContain('"type":[');
  });

  it('has none for a route that the document does not know', () => {
    expect(() => responseSchema('/api/v1/forecast')).toThrow('/api/v1/forecast');
  });
});
