import { type Command, Option } from 'commander';
import { examples, onlyOnce, portOption } from '../options.ts';

interface UpstreamOptions {
  readonly port?: string;
  readonly faults?: string;
}

export function addUpstream(program: Command): void {
  program
    .command('upstream')
    .summary('serve only the stand-in for data.gov.sg')
    .description('Serves a stand-in for data.gov.sg, which replays recorded days, until Ctrl-C or SIGTERM.')
    .addOption(portOption('UPSTREAM_PORT, else 8788'))
    .addOption(
      new Option(
        '--faults <json>',
        'faults to start with (else UPSTREAM_FAULTS), see docs/air-faults.md',
      ).argParser(onlyOnce),
    )
    .addHelpText('after', examples(`pleinair upstream --faults '{"psi":"500"}'`))
    .action(async ({ port, faults }: UpstreamOptions) => {
      const { runStandin } = await import('../../standin/run-standin.ts');
      const { UPSTREAM_PORT = '', UPSTREAM_FAULTS = '' } = process.env;
      await runStandin(port ?? UPSTREAM_PORT, faults ?? UPSTREAM_FAULTS);
    });
}
