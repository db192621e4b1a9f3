import type { Command } from 'commander';
import { dataOption, environment, type Place, type SpaceOptions, spaceOption } from '../options.ts';

export function addMcp(program: Command, place: Place): void {
  program
    .command('mcp')
    .summary('let an assistant see and file drawings (MCP)')
    .description(
      'Speaks the Model Context Protocol over stdin and stdout; an assistant starts it. Its log goes to stderr. It uses the database of this machine, also while the server runs. It ends when stdin does. docs/mcp.md says how to add it to an assistant.',
    )
    .addOption(dataOption(place))
    .addOption(spaceOption())
    .addHelpText(
      'after',
      `
Environment:
  PLEINAIR_URL  address of a server elsewhere, to use its drawings instead
  DRAW_TOKEN    token of that server`,
    )
    .action(async (options: SpaceOptions) => {
      const { runStdio } = await import('../../mcp/stdio/stdio-run.ts');
      await runStdio(environment(options, place), options.space);
    });
}
