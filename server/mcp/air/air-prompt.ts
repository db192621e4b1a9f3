/** A prompt that helps to decide about being outdoors: the current figures, the guide, and how to use both. */
import type { McpServer } from '@modelcontextprotocol/server';
import { completable } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Readings } from '../../../src/core/air/readings.ts';
import { REGION_NAMES } from '../../../src/core/air/regions.ts';
import { REGIONS } from '../../../src/core/air/types.ts';
import type { Ask } from '../ask.ts';
import { type ReportDefect, resourceOutcome } from '../outcome.ts';
import { guideContent } from './air-guide.ts';
import { readingsText } from './readings-text.ts';

const ACTIVITY_MAX = 200;

const ARGUMENTS = z.strictObject({
  region: completable(
    z.enum(REGIONS).describe('Where: north, south, east, west or central.'),
    startingLike(REGIONS),
  ),
  activity: z
    .string()
    .trim()
    .min(1)
    .max(ACTIVITY_MAX)
    .describe('What they want to do, e.g. “sketch in the park for two hours”.'),
  sensitive: completable(
    z
      .enum(['yes', 'no'])
      .optional()
      .describe('Is somebody elderly, pregnant, a child, or living with chronic lung or heart disease?'),
    startingLike(['yes', 'no']),
  ),
});
type Arguments = z.infer<typeof ARGUMENTS>;

const RULES = [
  'Judge the next hour by the 1-hour PM2.5 of this region alone: find its band in the guide and take that row.',
  'Take the column for vulnerable persons where one is concerned, else the column for everyone; when it is not said, give both.',
  'The guide’s PSI rows are about the forecast of the 24-hour PSI for the next day, which is not given here. The measured 24-hour PSI is about the day that has passed: mention it as that, and never make a band of one out of the other.',
  'For anything longer than an hour, say that the air can change and when to look again: figures come once an hour.',
  'If the 1-hour PM2.5 is delayed, begin with that and since when; if it is unavailable, say that nothing can be judged from here.',
  'Give the figure, its unit, band and hour, and the source. Do not prescribe: no medicine, no diagnosis, no promise of safety. Who has symptoms or an illness asks a doctor; official advisories come first.',
];

export function registerOutdoorsPrompt(server: McpServer, ask: Ask, report: ReportDefect): void {
  server.registerPrompt(
    'plan_outdoors',
    {
      title: 'Should I go outdoors?',
      description:
        'Helps decide about the next hour outdoors in a region of Singapore, from the figures of now and the guide.',
      argsSchema: ARGUMENTS,
    },
    (args) =>
      resourceOutcome(async () => {
        const [readings, guide] = await Promise.all([
          ask('/api/v1/readings', { region: args.region }),
          guideContent(ask),
        ]);
        return {
          description: `The next hour outdoors in the ${REGION_NAMES[args.region]} region`,
          messages: [
            { role: 'user', content: { type: 'resource', resource: guide } },
            { role: 'user', content: { type: 'text', text: question(args, readings as Readings) } },
          ],
        };
      }, report),
  );
}

function question({ region, activity, sensitive }: Arguments, readings: Readings): string {
  return [
    'Help me decide about being outdoors in Singapore in the next hour.',
    `Region: ${REGION_NAMES[region]}. Is a vulnerable person concerned: ${sensitive ?? 'not said'}.`,
    `What I want to do: ${activity.replaceAll(/\s+/g, ' ')}`,
    '',
    'Measured now:',
    readingsText(readings),
    '',
    'How to answer, with the guide that comes with this:',
    ...RULES.map((rule) => `- ${rule}`),
  ].join('\n');
}

function startingLike<T extends string>(values: readonly T[]) {
  return (typed: T | undefined): T[] => values.filter((value) => value.startsWith(typed ?? ''));
}
