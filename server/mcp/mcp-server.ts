/**
 * The setup that both MCP servers share: their identity, what they offer, and how long clients may cache it.
 */
import { type Implementation, McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { MCP_VERSION } from '../../src/api/contract/versions.ts';

const HOUR = 3_600_000;
/** What is offered changes only with the program, and is the same for everybody. */
export const PUBLIC_CACHE_HINT = { ttlMs: HOUR, cacheScope: 'public' } as const;

/** The lists of each kind that a server may offer. */
const LISTS = {
  tools: ['tools/list'],
  resources: ['resources/list', 'resources/templates/list'],
  prompts: ['prompts/list'],
} as const;

interface Setup extends Pick<Implementation, 'name' | 'title' | 'websiteUrl'> {
  /** Sentences for the assistant. */
  readonly instructions: readonly string[];
  readonly offers: readonly (keyof typeof LISTS)[];
  /** Registers everything that the server offers. */
  readonly fill: (server: McpServer) => void;
}

/** Makes the factory for `serveStdio` and `createMcpHandler`. */
export function mcpServer({ instructions, offers, fill, ...self }: Setup): McpServerFactory {
  const lists = offers.flatMap((kind) => LISTS[kind]);
  return () => {
    const server = new McpServer(
      { ...self, version: MCP_VERSION },
      {
        instructions: instructions.join(' '),
        capabilities: Object.fromEntries(offers.map((kind) => [kind, { listChanged: false }])),
        cacheHints: Object.fromEntries(
          ['server/discover', ...lists].map((method) => [method, PUBLIC_CACHE_HINT]),
        ),
      },
    );
    fill(server);
    return server;
  };
}
