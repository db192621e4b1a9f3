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
  // Apart from the drawings that somebody means to keep.
  const demo: Place = { dataDir: `${place.dataDir}-demo` };
  program
    .command('demo')
    .summary('serve the app beside a stand-in for data.gov.sg')
    .description(
      'Serves the app beside a stand-in for data.gov.sg, which replays recorded days, and with an invented catalogue of supplies. It needs no network.',
    )
    .addOption(hostOption())
    .addOption(portOption('PORT, else 8787'))
    .addOption(dataOption(demo))
    .addHelpText('after', `\nEnvironment: UPSTREAM_FAULTS, and all that serve has.`)
    .addHelpText('after', examples('pleinair demo', `UPSTREAM_FAULTS='{"psi":"500"}' pleinair demo`))
    .action(async (options: ListenOptions) => {
      const { runDemo } = await import('../../demo.ts');
      await runDemo(environment(options, demo));
    });
}
