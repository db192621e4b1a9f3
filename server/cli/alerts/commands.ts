/** `alerts`: the keys that a server sends alerts with. */
import type { Command } from 'commander';
import { type DataOptions, dataOption, environment, examples, type Place } from '../options.ts';

export function addAlerts(program: Command, place: Place): void {
  const alerts = program
    .command('alerts')
    .helpCommand(false)
    .usage('<command> [options]')
    .summary('replace the keys of alerts')
    .description('The keys that this server signs alerts with. The server may keep running.');
  alerts
    .command('rotate')
    .summary('make new keys, and drop all subscriptions')
    .description(
      'Makes new keys, for when somebody else may have read the old ones, and drops all subscriptions, which only the old ones can send to. Each browser subscribes again when Pleinair is next opened in it.',
    )
    .addOption(dataOption(place))
    .addHelpText('after', examples('pleinair alerts rotate'))
    .action(async (options: DataOptions) => {
      const { configuredDatabase } = await import('../database.ts');
      const { rotated } = await import('./rotate.ts');
      console.log(await rotated(configuredDatabase(environment(options, place))));
    });
}
