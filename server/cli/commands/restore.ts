import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type DataOptions, dataOption, environment, examples, fileArgument, type Place } from '../options.ts';

export function addRestore(program: Command, place: Place): void {
  program
    .command('restore')
    .summary('replace the database by a backup')
    .description(
      'Checks a backup, and puts it in the place of the database. Stop the server first, and assistants that use the database. What was there is kept beside it, and named. Devices notice, and merge with what the backup has.',
    )
    .addArgument(fileArgument('a backup'))
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair restore pleinair-backup.sqlite'))
    .action(async (file: string, options: DataOptions) => {
      const { configuredDatabase, restore } = await import('../database.ts');
      console.log(restore(resolve(file), configuredDatabase(environment(options, place))));
    });
}
