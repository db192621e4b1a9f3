/**
 * The server with a stand-in upstream, to show the air without data.gov.sg, and with an invented catalogue of
 * supplies.
 */
import { join } from 'node:path';
import { readConfig } from './config/config.ts';
import { operatorMessage, StartError } from './config/start-error.ts';
import { startServer } from './serve.ts';
import { FAULTS_HELP, parseFaults } from './standin/fault-settings.ts';
import { startStandin } from './standin/standin.ts';

/** Invented shops and products: its links lead nowhere. */
const CATALOGUE = join(import.meta.dirname, '..', 'docs', 'catalogue.example.json');
/** A public token. The demo listens on loopback unless HOST says otherwise. */
const TOKEN = 'token-of-the-demo';

/** Serves until a signal ends the process. If it cannot start, the process exits with 1. */
export async function runDemo(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const { DRAW_TOKEN: token = '', CATALOGUE: catalogue = '' } = env;
    const faults = parseFaults(env['UPSTREAM_FAULTS'] || '{}');
    if (faults === undefined) throw new StartError(`UPSTREAM_FAULTS must be JSON: ${FAULTS_HELP}`);
    const standin = await startStandin({ faults });
    const config = readConfig(
      {
        ...env,
        DRAW_TOKEN: token.trim() || TOKEN,
        CATALOGUE: catalogue.trim() || CATALOGUE,
        DATA_GOV_SG_V2_URL: standin.v2Url,
        DATA_GOV_SG_V1_URL: standin.v1Url,
      },
      () => undefined,
    );
    const server = await startServer(config);
    console.error(`The stand-in upstream is at ${standin.url} (recorded figures moved to today)`);
    console.error(`Its faults are switched at ${standin.url}/faults (docs/air-faults.md)`);
    console.error(`Pleinair is at ${server.url} (drawings in ${config.dataDir})`);
    if (config.drawToken === TOKEN) console.error(`Its token for the drawing API is "${TOKEN}"`);
    const end = () => {
      void Promise.allSettled([server.close(1_000), standin.close()]).then(() => process.exit(0));
    };
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  } catch (error) {
    console.error('The demo cannot start:', operatorMessage(error));
    process.exit(1);
  }
}
