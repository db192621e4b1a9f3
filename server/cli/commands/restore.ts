import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type DataOptions, dataOption, environment, examples, fileArgument, type Place } from '../options.ts';

export function addRestore(program: Command, place: Place): void {
  program
    .command('restore')
    .summary('replace the database with a backup')
    .description(
      'Checks a backup and replaces the database with it. First stop the server, and assistants that use the database. The old database is kept beside the new one. Devices notice, and merge their drawings with those of the backup.',
    )
    .addArgument(fileArgument('file that backup has written'))
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair restore pleinair-backup.sqlite'))
    .action(async (file: string, options: DataOptions) => {
      const { configuredFile, restore } = await import('../database.ts');
      const instead = 'restore it with pg_restore, then run pleinair restored';
      console.log(await restore(resolve(file), configuredFile(environment(options, place), instead)));
    });
}

/** `restored`: after pg_restore, does for PostgreSQL what `restore` does for SQLite at its end. */
export function addRestored(program: Command, place: Place): void {
  program
    .command('restored')
    .summary('tell devices that PostgreSQL was restored')
    .description(
      'Run it after pg_restore has restored the database of DATABASE_URL, before the servers start. Devices notice, and merge their drawings with those of the backup. For SQLite, restore does this itself.',
    )
    .addOption(dataOption(place))
    .addHelpText('after', examples('DATABASE_URL=postgres://… pleinair restored'))
    .action(async (options: DataOptions) => {
      const { configuredDatabase, restored } = await import('../database.ts');
      console.log(await restored(configuredDatabase(environment(options, place))));
    });
}
