/** The server as a program: configuration from the environment, start, and an orderly end on SIGTERM or SIGINT. */
import { setFlagsFromString } from 'node:v8';
import { readConfig } from './config/config.ts';
import { databaseAt, databaseName } from './config/database-at.ts';
import { readTextFile } from './config/read-text-file.ts';
import { operatorMessage } from './config/start-error.ts';
import { type RunningServer, type ServerParts, startServer } from './serve.ts';

function endOnSignal(server: RunningServer): void {
  let ending = false;
  const end = async (signal: NodeJS.Signals) => {
    if (ending) process.exit(1);
    ending = true;
    try {
      // SIGINT is Ctrl-C: no load balancer has to notice.
      if (signal === 'SIGTERM') await server.drain();
      process.exit((await server.close()) ? 0 : 1);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));
}

/**
 * V8 guesses from the first requests which objects will live long, and makes them where only a full collection finds
 * them. All of a request die with it: where the guess was wrong, a process spent a quarter of its time collecting.
 */
function makeObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** Serves until a signal ends the process. If it cannot start, the process exits with 1. */
export async function runServer(env: NodeJS.ProcessEnv, parts?: ServerParts): Promise<void> {
  makeObjectsYoung();
  try {
    const config = readConfig(env, readTextFile);
    const server = await startServer(config, parts);
    endOnSignal(server);
    const gate =
      config.drawToken === undefined
        ? '; no DRAW_TOKEN: only the tokens of people open drawings, and `npx pleinair token` makes one'
        : '';
    if (server.metricsUrl !== undefined) console.error(`Prometheus metrics are at ${server.metricsUrl}`);
    const at = databaseAt(config);
    const where = at.kind === 'sqlite' ? config.dataDir : databaseName(at);
    console.error(`Pleinair is at ${server.url} (drawings in ${where}${gate})`);
  } catch (error) {
    console.error('Pleinair cannot start:', operatorMessage(error));
    process.exit(1);
  }
}
