import type { Command } from 'commander';
import { dataOption, environment, type Place, type SpaceOptions, spaceOption } from '../options.ts';

export function addMcp(program: Command, place: Place): void {
  program
    .command('mcp')
    .summary('let an assistant see, rename and trash drawings (MCP)')
    .description(
      'Speaks the Model Context Protocol over stdin and stdout. An assistant starts it, as docs/mcp.md says. It uses the database of this machine, even while the server runs, and ends when stdin ends. Its log goes to stderr.',
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
