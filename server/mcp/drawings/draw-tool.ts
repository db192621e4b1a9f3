/** A drawing tool: a request to the application, with text and a label that says what the call does. */
import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { type ReportDefect, toolOutcome } from '../outcome.ts';
import type { Json } from '../schemas.ts';
import type { AskDrawings } from './draw-ask.ts';

/** Key of the label in `_meta`, of a tool and of its results. */
const EFFECT_META = 'pleinair/effect';

/** What a call does to the drawings. */
export type Effect =
  | { readonly kind: 'read' }
  | {
      readonly kind: 'write';
      readonly action: 'rename' | 'trash' | 'restore';
      /** The tool that undoes it. */
      readonly undo: string;
    };

export interface Outcome {
  /** Matches the tool's output schema, without the label. */
  readonly structured: Json;
  readonly text: string;
  /** Base64 of a PNG. */
  readonly image?: string | undefined;
}

type Inputs = z.ZodObject<Record<string, z.ZodType>, z.core.$strict>;

export interface DrawToolOptions<I extends Inputs> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Strict: an unknown argument is an error. */
  readonly input: I;
  /** Schema of the whole structured result. */
  readonly output: () => StandardSchemaWithJSON;
  readonly effect: Effect;
  /** True if a call may lose something that is stored nowhere else, or that a person would miss. */
  readonly destructive: boolean;
  run(ask: AskDrawings, args: z.output<I>): Promise<Outcome>;
}

export interface DrawTool {
  readonly name: string;
  readonly effect: Effect;
  readonly output: () => StandardSchemaWithJSON;
  register(server: McpServer, ask: AskDrawings, report: ReportDefect): void;
}

export function drawTool<I extends Inputs>(options: DrawToolOptions<I>): DrawTool {
  const { name, title, description, input, output, effect, destructive, run } = options;
  return {
    name,
    effect,
    output,
    register(server, ask, report) {
      const config = {
        title,
        description,
        inputSchema: input as Inputs,
        outputSchema: output(),
        annotations: {
          title,
          readOnlyHint: effect.kind === 'read',
          destructiveHint: destructive,
          // A repeated call changes nothing more: revisions and the trash ensure that.
          idempotentHint: true,
          openWorldHint: false,
        },
        _meta: { [EFFECT_META]: effect },
      };
      server.registerTool(name, config, (args) =>
        toolOutcome(async () => resultOf(await run(ask, args as z.output<I>), effect), report),
      );
    },
  };
}

function resultOf({ structured, text, image }: Outcome, effect: Effect): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  if (image !== undefined) content.push({ type: 'image', data: image, mimeType: 'image/png' });
  const labelled = effect.kind === 'write' ? { effect, ...structured } : { ...structured };
  return { structuredContent: labelled, content, _meta: { [EFFECT_META]: effect } };
}
