/** The MCP server of the air: four tools, the guide as a resource, a prompt. Made anew for each message. */
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { McpServer } from '@modelcontextprotocol/server';
import type { Handle, Ports } from '../../src/api/ports.ts';
import { MCP_VERSION } from '../../src/api/service.ts';
import { registerGuide } from './air-guide.ts';
import { registerOutdoorsPrompt } from './air-prompt.ts';
import { registerAirTools } from './air-tools.ts';
import { askOf } from './ask.ts';

export interface AirServerOptions extends Pick<Ports, 'publicUrl' | 'newId' | 'onDefect'> {
  /** The application, asked for everything; it counts none of these questions. */
  readonly handle: Handle;
}

const HOUR = 3_600_000;
/** What is offered changes with the program only, and is the same for everybody. */
const SAME_FOR_ALL = { ttlMs: HOUR, cacheScope: 'public' } as const;

const INSTRUCTIONS = [
  'Measured air quality of Singapore by region: 1-hour PM2.5 (µg/m³) and 24-hour PSI (index).',
  'Begin with air_readings. Judge the next hour by the 1-hour PM2.5 and the guide, never by PSI, and never turn one into the other.',
  'Say the hour of every figure; say when it is delayed or unavailable; a missing figure is not zero.',
  'Figures change once an hour: do not ask for the same more often than every ten minutes.',
  'This is guidance and no medical advice.',
].join(' ');

/** Makes the factory that `createMcpHandler` wants. */
export function airServer({ handle, publicUrl, newId, onDefect }: AirServerOptions): McpServerFactory {
  const ask = askOf(handle, publicUrl);
  const report = (error: unknown) => {
    const id = newId();
    onDefect(id, error);
    return id;
  };
  return () => {
    const server = new McpServer(
      {
        name: 'pleinair-air',
        title: 'Pleinair: the air in Singapore',
        version: MCP_VERSION,
        websiteUrl: publicUrl,
      },
      {
        instructions: INSTRUCTIONS,
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false },
          prompts: { listChanged: false },
        },
        cacheHints: {
          'server/discover': SAME_FOR_ALL,
          'tools/list': SAME_FOR_ALL,
          'resources/list': SAME_FOR_ALL,
          'resources/templates/list': SAME_FOR_ALL,
          'prompts/list': SAME_FOR_ALL,
        },
      },
    );
    registerAirTools(server, ask, report);
    registerGuide(server, ask, report, SAME_FOR_ALL);
    registerOutdoorsPrompt(server, ask, report);
    return server;
  };
}
