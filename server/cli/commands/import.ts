import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  dataOption,
  environment,
  examples,
  fileArgument,
  type Place,
  type SpaceOptions,
  spaceOption,
} from '../options.ts';

export function addImport(program: Command, place: Place): void {
  program
    .command('import')
    .summary('add the drawings of an export; change no existing one')
    .description(
      'Adds the drawings of an export, made by this server, another one or the app. The server may keep running, and its clients see the new drawings. No existing drawing is changed: the same one is skipped, and one that differs is added as a copy. Importing a file again changes nothing. Creates the database if there is none.',
    )
    .addArgument(fileArgument('zip file that export has written'))
    .addOption(dataOption(place))
    .addOption(spaceOption())
    .addHelpText('after', examples('pleinair import pleinair.zip'))
    .action(async (file: string, options: SpaceOptions) => {
      const { importFrom, terminal } = await import('../archive.ts');
      const isWhole = await importFrom(resolve(file), terminal(environment(options, place)), options.space);
      process.exitCode = isWhole ? 0 : 1;
    });
}
