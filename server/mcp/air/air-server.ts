/**
 * The MCP server of the air and the sky: five tools, the guide as a resource, and a prompt. A new one is made for each
 * message.
 */
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Handle, Ports } from '../../../src/api/ports.ts';
import { createAsk } from '../ask.ts';
import { mcpServer, PUBLIC_CACHE_HINT } from '../mcp-server.ts';
import { registerGuide } from './air-guide.ts';
import { registerOutdoorsPrompt } from './air-prompt.ts';
import { registerAirTools } from './air-tools.ts';

export interface AirServerOptions extends Pick<Ports, 'publicUrl' | 'newId' | 'onDefect'> {
  /** The application. These requests do not count against its quota. */
  readonly handle: Handle;
}

export function airServer({ handle, publicUrl, newId, onDefect }: AirServerOptions): McpServerFactory {
  const ask = createAsk(handle, publicUrl);
  const report = (error: unknown) => {
    const id = newId();
    onDefect(id, error);
    return id;
  };
  return mcpServer({
    name: 'pleinair-air',
    title: 'Pleinair: the air in Singapore',
    websiteUrl: publicUrl,
    instructions: [
      'Measured air quality of Singapore by region: 1-hour PM2.5 (µg/m³) and 24-hour PSI (index).',
      'The weather beside it, by area: air_get_sky. Never call the sky clear when its lightning is unknown.',
      'Begin with air_readings. Judge the next hour by the 1-hour PM2.5 and the guide, never by PSI, and never turn one into the other.',
      'Say the hour of every figure; say when it is delayed or unavailable; a missing figure is not zero.',
      'The air changes once an hour: do not ask for the same more often than every ten minutes, for the sky than every two.',
      'This is guidance and no medical advice.',
    ],
    offers: ['tools', 'resources', 'prompts'],
    fill(server) {
      registerAirTools(server, ask, report);
      registerGuide(server, ask, report, PUBLIC_CACHE_HINT);
      registerOutdoorsPrompt(server, ask, report);
    },
  });
}
