import type { Command } from 'commander';
import { SETTINGS } from '../../config/settings.ts';
import {
  dataOption,
  environment,
  examples,
  hostOption,
  type ListenOptions,
  type Place,
  portOption,
} from '../options.ts';

export function addServe(program: Command, place: Place): void {
  program
    .command('serve')
    .summary('serve the app and its API')
    .description(
      'Serves the app, its API and MCP for the air until Ctrl-C or SIGTERM. Logs each request in a line on stdout, without anything that was drawn.',
    )
    .addOption(hostOption())
    .addOption(portOption('PORT, else 8787'))
    .addOption(dataOption(place))
    .addHelpText('after', ({ command }) => `\nEnvironment:\n${variables(command)}`)
    .addHelpText('after', examples('DRAW_TOKEN=… pleinair serve', 'pleinair serve --host 0.0.0.0 --port 80'))
    .action(async (options: ListenOptions) => {
      const { runServer } = await import('../../run-server.ts');
      await runServer(environment(options, place), place.serverParts);
    });
}

/** The environment variables that have no option. */
function variables(command: Command): string {
  const help = command.createHelp();
  help.prepareContext({ helpWidth: process.stdout.columns ?? 80 });
  const rows = Object.entries(SETTINGS).filter(([name]) => !['HOST', 'PORT', 'DATA_DIR'].includes(name));
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, { about, preset }]) => {
      const text = about.replaceAll('`', '') + (preset === '' ? '' : `, else ${preset}`);
      return help.formatItem(name, width, text, help);
    })
    .join('\n');
}
