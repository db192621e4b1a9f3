/** `npm run cluster`: several processes on one database, to try out and to kill. Ctrl-C ends everything. */
import { InvalidArgumentError } from 'commander';
import { examples, positiveInteger } from '../../server/cli/options.ts';
import { createCommand, run } from '../../server/cli/run-command.ts';
import { startCluster } from './cluster.ts';

const PORT = 8790;

/** Parses a port; 0 is any free one. */
function portNumber(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new InvalidArgumentError('It must be a port, from 0 to 65535.');
  }
  return Number(value);
}

interface Options {
  readonly port: number;
  readonly processes: number;
}

async function serve({ port, processes }: Options): Promise<void> {
  const starting = startCluster({ port, processes, print: (line) => console.log(line) });
  let ending = false;
  const end = async () => {
    // What is left ends with this process.
    if (ending) process.exit(1);
    ending = true;
    await (await starting).stop();
    console.log('Everything has ended');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  await starting;
  console.log('X-Served-By in a response names the process that answered. Ctrl-C ends everything');
}

const program = createCommand('npm run cluster --')
  .description(
    'Starts PostgreSQL, Redis, several processes of the server and a load balancer, all on 127.0.0.1 alone, and says where each is and how to kill it. What is drawn there is gone at the end.',
  )
  .option('--port <number>', 'port of the load balancer; 0 for any free one', portNumber, PORT)
  .option('--processes <number>', 'how many processes', positiveInteger, 2)
  .addHelpText('after', examples('npm run cluster', 'npm run cluster -- --port 9000 --processes 3'))
  .action(serve);
await run(program, process.argv.slice(2));
// A start that failed ends at once, whatever it had opened.
if (process.exitCode !== undefined && process.exitCode !== 0) process.exit();
