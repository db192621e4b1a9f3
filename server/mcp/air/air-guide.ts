/** The guide as an MCP resource: Markdown, the same for everybody. */
import type { CacheHint, McpServer } from '@modelcontextprotocol/server';
import type { Guide } from '../../../src/core/air/guide.ts';
import type { Ask } from '../ask.ts';
import { type ReportDefect, resourceOutcome } from '../outcome.ts';
import { guideText } from './guide-text.ts';

export const GUIDE_URI = 'pleinair://guide';

/** The content of the resource, for messages that embed it. */
export interface GuideContent extends Record<string, unknown> {
  readonly uri: typeof GUIDE_URI;
  readonly mimeType: 'text/markdown';
  readonly text: string;
}

/** @throws Refusal */
export async function guideContent(ask: Ask): Promise<GuideContent> {
  const body = await ask('/api/v1/guide');
  return { uri: GUIDE_URI, mimeType: 'text/markdown', text: guideText(body as Guide) };
}

export function registerGuide(server: McpServer, ask: Ask, report: ReportDefect, cacheHint: CacheHint): void {
  server.registerResource(
    'guide',
    GUIDE_URI,
    {
      title: 'What the bands mean outdoors',
      description:
        'The dated reference guide to the bands of 1-hour PM2.5 and of the 24-hour PSI forecast, as Markdown.',
      mimeType: 'text/markdown',
      cacheHint,
    },
    () => resourceOutcome(async () => ({ contents: [await guideContent(ask)] }), report),
  );
}
