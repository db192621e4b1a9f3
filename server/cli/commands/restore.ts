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
      const { configuredFile, restore } = await import('../database.ts');
      const instead = 'restore it with pg_restore, then run pleinair restored';
      console.log(restore(resolve(file), configuredFile(environment(options, place), instead)));
    });
}

/** `restored`: what `restore` does for SQLite besides, after PostgreSQL's own program. */
export function addRestored(program: Command, place: Place): void {
  program
    .command('restored')
    .summary('tell devices that PostgreSQL has an older state')
    .description(
      'Run it after pg_restore has put a backup into the database of DATABASE_URL, before the servers start. Devices notice, and merge with what the backup has. For SQLite, restore does this itself.',
    )
    .addOption(dataOption(place))
    .addHelpText('after', examples('DATABASE_URL=postgres://… pleinair restored'))
    .action(async (options: DataOptions) => {
      const { configuredDatabase, restored } = await import('../database.ts');
      console.log(await restored(configuredDatabase(environment(options, place))));
    });
}
