import type { CallToolResult } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MCP_VERSION } from '../../src/api/contract/versions.ts';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../tests/support/mcp/server.ts';
import { GUIDE_URI } from './air/air-guide.ts';

const ERAS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;
type Mode = (typeof ERAS)[number][1];

let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  client = undefined;
});

async function connect(mcp: string, mode: Mode): Promise<Client> {
  client = new Client({ name: 'testServer', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp)));
  return client;
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

const TOOLS = ['air_readings', 'air_history', 'air_guide', 'air_products', 'air_get_sky'];

/** Tool, arguments, and the route that returns the same body. */
const CALLS = [
  ['air_readings', {}, '/api/v1/readings'],
  ['air_readings', { region: 'west' }, '/api/v1/readings?region=west'],
  ['air_history', {}, '/api/v1/history'],
  ['air_history', { region: 'all', metric: 'pm25' }, '/api/v1/history?region=all&metric=pm25'],
  ['air_guide', {}, '/api/v1/guide'],
  ['air_products', {}, '/api/v1/products'],
  [
    'air_products',
    { category: 'purifiers', limit: 10, offset: 3 },
    '/api/v1/products?category=purifiers&limit=10&offset=3',
  ],
] as const;

/** Checks a body against the OpenAPI document's 200 response of a route. */
function documentedBody(): (path: string, body: unknown) => void {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...openapiDocument() });
  return (path, body) => {
    const step = path.replaceAll('/', '~1');
    const pointer = `/paths/${step}/get/responses/200/content/application~1json/schema`;
    const validate = ajv.compile({ $ref: `openapi#${pointer}` });
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
  };
}

for (const [era, mode] of ERAS) {
  describe(`mcp: the SDK's client of ${era}`, () => {
    let testServer: TestServer;
    beforeAll(async () => {
      testServer = await startTestServer();
    });
    afterAll(() => testServer.close());

    it('is served in its own era, and told how to use the tools', async () => {
      const { mcp } = testServer;
      const connected = await connect(mcp, mode);
      expect(connected.getNegotiatedProtocolVersion()).toBe(era);
      expect(connected.getServerVersion()).toMatchObject({ name: 'pleinair-air', version: MCP_VERSION });
      expect(connected.getInstructions()).toContain('air_readings');
      expect(connected.getServerCapabilities()).toMatchObject({
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      });
    });

    it('finds five tools that only read, in the same order every time', async () => {
      const connected = await connect(testServer.mcp, mode);
      const { tools } = await connected.listTools();
      expect(tools.map(({ name }) => name)).toEqual(TOOLS);
      for (const tool of tools) {
        expect(tool.title).toBeTruthy();
        expect(tool.description).toBeTruthy();
        expect(tool.annotations).toMatchObject({
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
        });
        expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
        expect(tool.outputSchema).toMatchObject({ type: 'object' });
        expect(JSON.stringify(tool.outputSchema)).not.toContain('$ref');
      }
      expect((await connected.listTools()).tools).toEqual(tools);
    });

    it.for(CALLS)('%s %o gives what %s answers, as documented', async ([name, args, address]) => {
      const connected = await connect(testServer.mcp, mode);
      const [result, response] = await Promise.all([
        connected.callTool({ name, arguments: args }),
        fetch(`${testServer.url}${address}`),
      ]);
      expect(result.isError).toBeFalsy();
      expect(result.structuredContent).toEqual(await response.json());
      documentedBody()(address.split('?')[0] ?? '', result.structuredContent);
      expect(textOf(result).length).toBeGreaterThan(100);
    });

    it('gives the sky over an area and over all, as documented', async () => {
      const connected = await connect(testServer.mcp, mode);
      // No comparison with the route: what the feeds say may change between two requests.
      for (const args of [{ area: 'bishan' }, {}]) {
        const result = await connected.callTool({ name: 'air_get_sky', arguments: args });
        expect(result.isError).toBeFalsy();
        documentedBody()('/api/v1/sky', result.structuredContent);
        expect(result.structuredContent).toMatchObject({ area: 'all', ...args });
        expect(textOf(result)).toContain('hears thunder');
      }
    });

    it('refuses arguments that are not the tool’s, by name', async () => {
      const connected = await connect(testServer.mcp, mode);
      const wrong = [
        ['air_readings', { region: 'North' }, 'region'],
        ['air_readings', { lat: 1.3, lon: 103.8 }, 'lat'],
        ['air_history', { metric: 'o3' }, 'metric'],
        ['air_guide', { region: 'north' }, 'region'],
        ['air_products', { limit: 0 }, 'limit'],
        ['air_products', { limit: 11 }, 'limit'],
        ['air_products', { offset: 1.5 }, 'offset'],
        ['air_products', { limit: '2' }, 'limit'],
        ['air_products', { category: '' }, 'category'],
        ['air_get_sky', { area: 'Bishan' }, 'area'],
        ['air_get_sky', { lat: 1.3 }, 'lat'],
      ] as const;
      for (const [name, args, naming] of wrong) {
        const result = await connected.callTool({ name, arguments: args });
        expect(result.isError, `${name} ${JSON.stringify(args)}`).toBe(true);
        expect(textOf(result)).toContain(naming);
        expect(result.structuredContent).toBeUndefined();
      }
    });

    it('is told that a tool, a resource or a prompt is unknown', async () => {
      const connected = await connect(testServer.mcp, mode);
      await expect(connected.callTool({ name: 'air_forecast', arguments: {} })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('air_forecast'),
      });
      await expect(connected.readResource({ uri: 'pleinair://secret' })).rejects.toThrow('pleinair://secret');
      await expect(connected.getPrompt({ name: 'no_such' })).rejects.toMatchObject({ code: -32602 });
    });

    it('reads the guide as Markdown with every band', async () => {
      const connected = await connect(testServer.mcp, mode);
      expect((await connected.listResources()).resources).toMatchObject([
        { uri: GUIDE_URI, mimeType: 'text/markdown' },
      ]);
      const { contents } = await connected.readResource({ uri: GUIDE_URI });
      expect(contents).toHaveLength(1);
      const text = contents[0] !== undefined && 'text' in contents[0] ? contents[0].text : '';
      for (const label of [
        'Normal',
        'Elevated',
        'High',
        'Very high',
        'Good',
        'Moderate',
        'Unhealthy',
        'Hazardous',
      ]) {
        expect(text).toContain(`| ${label} |`);
      }
      expect(text).toContain('June 2026');
      expect(text).toContain('251');
    });

    it('gets a prompt with the figures of the region, the guide and the rules', async () => {
      const connected = await connect(testServer.mcp, mode);
      const { prompts } = await connected.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(['plan_outdoors']);
      expect(prompts[0]?.arguments?.map(({ name, required }) => [name, required])).toEqual([
        ['region', true],
        ['activity', true],
        ['sensitive', false],
      ]);
      const args = { region: 'west', activity: 'sketch in the\npark', sensitive: 'yes' };
      const { messages } = await connected.getPrompt({ name: 'plan_outdoors', arguments: args });
      const [guide, question] = messages.map(({ content }) => content);
      expect(guide).toMatchObject({ type: 'resource', resource: { uri: GUIDE_URI } });
      const text = question?.type === 'text' ? question.text : '';
      expect(text).toMatch(/West: 1-hour PM2\.5 \d+ µg\/m³, band \w+/);
      expect(text).not.toContain('East:');
      expect(text).toContain('sketch in the park');
      expect(text).toContain('vulnerable person concerned: yes');
      expect(text).toContain('Do not prescribe');
    });

    it('has its arguments for the prompt checked and completed', async () => {
      const connected = await connect(testServer.mcp, mode);
      for (const args of [
        { region: 'West', activity: 'run' },
        { region: 'west' },
        { region: 'west', activity: 'x'.repeat(201) },
        { region: 'west', activity: 'run', sensitive: 'maybe' },
        { region: 'west', activity: 'run', lat: '1' },
      ]) {
        const asked = connected.getPrompt({
          name: 'plan_outdoors',
          arguments: args as Record<string, string>,
        });
        await expect(asked, JSON.stringify(args)).rejects.toMatchObject({ code: -32602 });
      }
      const { completion } = await connected.complete({
        ref: { type: 'ref/prompt', name: 'plan_outdoors' },
        argument: { name: 'region', value: 'c' },
      });
      expect(completion.values).toEqual(['central']);
    });

    it('leaves nothing in the log of defects', () => {
      expect(testServer.defects).toEqual([]);
    });
  });
}

describe('mcp: figures that are not current', () => {
  async function readings(options: TestServerOptions, mode: Mode) {
    const testServer = await startTestServer(options);
    try {
      const connected = await connect(testServer.mcp, mode);
      const result = await connected.callTool({ name: 'air_readings', arguments: { region: 'east' } });
      return { result, text: textOf(result) };
    } finally {
      await testServer.close();
    }
  }

  it.for(ERAS)('are called delayed with their own hour, to a client of %s', async ([, mode]) => {
    const { result, text } = await readings({ fault: 'frozen' }, mode);
    expect(result.isError).toBeFalsy();
    expect(text).toMatch(
      /^East: 1-hour PM2\.5 \d+ µg\/m³, band .*for \d\d:00 SGT on .*DELAYED, no newer hour than \d\d:00/,
    );
    expect(text).toMatch(/Note: The 24-hour PSI is delayed/);
    expect(text).not.toContain('(current)');
  });

  it.for(ERAS)('are called unavailable without any number, to a client of %s', async ([, mode]) => {
    const { result, text } = await readings({ fault: 'down' }, mode);
    expect(result.isError).toBeFalsy();
    expect(text.split('\n')[0]).toBe(
      'East: 1-hour PM2.5 unavailable, no figure is known; 24-hour PSI unavailable, no figure is known.',
    );
    expect(text).toContain('Note: ');
  });
});

describe('mcp: a client over its quota', () => {
  it.for(ERAS)('of %s gets the error with 429', async ([, mode]) => {
    const testServer = await startTestServer({ env: { RATE_LIMIT_PER_MINUTE: '8' } });
    try {
      const connected = await connect(testServer.mcp, mode);
      const ask = async () => {
        for (let i = 0; i < 9; i += 1) await connected.callTool({ name: 'air_readings', arguments: {} });
      };
      await expect(ask()).rejects.toMatchObject({
        status: 429,
        message: expect.stringContaining('try again in'),
      });
    } finally {
      await testServer.close();
    }
  });
});
