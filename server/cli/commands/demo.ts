import type { Command } from 'commander';
import {
  dataOption,
  environment,
  examples,
  hostOption,
  type ListenOptions,
  type Place,
  portOption,
} from '../options.ts';

export function addDemo(program: Command, place: Place): void {
  // A folder of its own: nobody means to keep these drawings.
  const demo: Place = { dataDir: `${place.dataDir}-demo` };
  program
    .command('demo')
    .summary('serve the app with a stand-in for data.gov.sg')
    .description(
      'Serves the app with a stand-in for data.gov.sg, which replays recorded days, and an invented catalogue of supplies. Needs no network.',
    )
    .addOption(hostOption())
    .addOption(portOption('PORT, else 8787'))
    .addOption(dataOption(demo))
    .addHelpText('after', `\nEnvironment: UPSTREAM_FAULTS, and the variables of serve.`)
    .addHelpText('after', examples('pleinair demo', `UPSTREAM_FAULTS='{"psi":"500"}' pleinair demo`))
    .action(async (options: ListenOptions) => {
      const { runDemo } = await import('../../demo.ts');
      await runDemo(environment(options, demo));
    });
}
