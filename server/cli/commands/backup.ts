import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type DataOptions, dataOption, environment, examples, fileArgument, type Place } from '../options.ts';

export function addBackup(program: Command, place: Place): void {
  program
    .command('backup')
    .summary('copy the database to a file')
    .description(
      'Copies the database, as it is at one moment, to a file. The server may keep running. Never overwrites a file.',
    )
    .addArgument(fileArgument('file for the copy'))
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair backup pleinair-backup.sqlite'))
    .action(async (file: string, options: DataOptions) => {
      const { backup, configuredFile } = await import('../database.ts');
      const database = configuredFile(environment(options, place), 'back it up with pg_dump');
      console.log(backup(resolve(file), database));
    });
}
