/** Runs the stand-in alone, until a signal ends it. */
import { StartError } from '../config/start-error.ts';
import { FAULTS_HELP, parseFaults } from './fault-settings.ts';
import { startStandin } from './standin.ts';

/**
 * @param asked port as typed; empty for 8788
 * @param faults faults to begin with, as JSON; empty for none
 * @throws StartError for a bad port or bad faults, or if the port is taken
 */
export async function runStandin(asked: string, faults: string): Promise<void> {
  const port = Number(asked || '8788');
  if (!/^\d{0,5}$/.test(asked) || port > 65_535) throw new StartError(`${asked} is not a port number`);
  const parsed = parseFaults(faults || '{}');
  if (parsed === undefined) throw new StartError(`faults must be JSON, {"psi":"500"}: ${FAULTS_HELP}`);
  const standin = await startStandin({ port, faults: parsed }).catch((error: unknown) => {
    throw new StartError(`cannot listen on 127.0.0.1:${port}: ${String(error)}`);
  });
  console.log(`A stand-in for data.gov.sg: recorded air and weather of 2026 moved to today. Not current readings.

  DATA_GOV_SG_V2_URL=${standin.v2Url} DATA_GOV_SG_V1_URL=${standin.v1Url} npm start

Faults, while it runs or from the start with UPSTREAM_FAULTS:
  curl -X PUT ${standin.url}/faults -d '{"psi":"500","v1":{"pm25":"hang"},"weather":"storm"}'
  ${FAULTS_HELP}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standin.close());
}
