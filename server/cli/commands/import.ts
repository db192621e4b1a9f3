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
    .summary('add what an export has; change nothing that is there')
    .description(
      `Adds what an export has, of this server, of another one or of the app. The server may go on running; its clients see what comes in. Nothing that is here is changed: a drawing that is here already is left alone, and one that differs is kept beside it as a copy. Importing a file again changes nothing. Where there is no database yet, one is made.`,
    )
    .addArgument(fileArgument('a zip file that export has written'))
    .addOption(dataOption(place))
    .addOption(spaceOption())
    .addHelpText('after', examples('pleinair import pleinair.zip'))
    .action(async (file: string, options: SpaceOptions) => {
      const { importFrom, terminal } = await import('../archive.ts');
      const isWhole = await importFrom(resolve(file), terminal(environment(options, place)), options.space);
      process.exitCode = isWhole ? 0 : 1;
    });
}
