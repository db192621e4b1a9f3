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

export function addHealth(program: Command, place: Place): void {
  program
    .command('health')
    .summary('ask a running server whether it is ready')
    .description(
      'Requests /ready from the server on this machine, at HOST and PORT. Exits with 0 if it is ready. For health checks of containers.',
    )
    .addOption(hostOption())
    .addOption(portOption('PORT, else 8787'))
    .addHelpText('after', examples('pleinair health', 'pleinair health --port 9000'))
    .action(async (options: ListenOptions) => {
      const { health } = await import('./health.ts');
      console.log(await health(environment(options, place)));
    });
}

export function addDoctor(program: Command, place: Place): void {
  program
    .command('doctor')
    .summary('check a deployment, and say what to do')
    .description(
      'Checks versions, folder, token, clock, data.gov.sg, Redis, the running server, HTTPS, proxy and service worker. Run it on the machine of the server, with its environment. Prints a line for each check, and what to do. Changes nothing. Exits with 1 if something failed.',
    )
    .addOption(hostOption())
    .addOption(portOption('PORT, else 8787'))
    .addOption(dataOption(place))
    .addHelpText(
      'after',
      examples('PUBLIC_URL=https://draw.example.org TRUST_PROXY=127.0.0.1 pleinair doctor'),
    )
    .action(async (options: ListenOptions) => {
      const { doctor } = await import('./doctor.ts');
      if (!(await doctor(environment(options, place), (line) => console.log(line)))) process.exitCode = 1;
    });
}
