/** `npm run upstream`: the stand-in by itself, on UPSTREAM_PORT or 8788, with UPSTREAM_FAULTS, until interrupted. */
import { FAULTS_HELP, parseFaults, startStandin } from './standin.ts';

const PORT = 8788;

const asked = process.env['UPSTREAM_PORT'] || String(PORT);
const port = Number(asked);
if (!/^\d{1,5}$/.test(asked) || port > 65_535) {
  console.error(`UPSTREAM_PORT is ${asked}: it must be a port number`);
  process.exit(1);
}
const faults = parseFaults(process.env['UPSTREAM_FAULTS'] || '{}');
if (faults === undefined) {
  console.error(`UPSTREAM_FAULTS must be JSON, {"psi":"500"}: ${FAULTS_HELP}`);
  process.exit(1);
}
try {
  const standin = await startStandin({ port, faults });
  console.log(`A stand-in for data.gov.sg: recorded days of September 2026 moved to today. Not current readings.

  DATA_GOV_SG_V2_URL=${standin.v2Url} DATA_GOV_SG_V1_URL=${standin.v1Url} npm start

Faults, while it runs or from the start with UPSTREAM_FAULTS:
  curl -X PUT ${standin.url}/faults -d '{"psi":"500","v1":{"pm25":"hang"}}'
  ${FAULTS_HELP}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standin.close());
} catch (error) {
  console.error(`The stand-in cannot listen on 127.0.0.1:${port}: ${String(error)}`);
  process.exit(1);
}
