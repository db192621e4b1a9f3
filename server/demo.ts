/**
 * `npm run demo`: the server beside the stand-in upstream, so that the air can be seen without
 * data.gov.sg. Its drawings are kept in ./data-demo unless DATA_DIR says otherwise.
 */
import { startStandin } from './air/standin/standin.ts';
import { readConfig } from './config.ts';
import { startServer } from './serve.ts';
import { forOperator } from './start-error.ts';

const DATA_DIR = './data-demo';
/** Known to everybody who reads this: the demo listens on loopback unless HOST says otherwise. */
const TOKEN = 'demo';

try {
  const { DATA_DIR: dataDir = '', DRAW_TOKEN: token = '' } = process.env;
  const standin = await startStandin();
  const config = readConfig(
    {
      ...process.env,
      DATA_DIR: dataDir.trim() || DATA_DIR,
      DRAW_TOKEN: token.trim() || TOKEN,
      DATA_GOV_SG_V2_URL: standin.v2Url,
    },
    () => undefined,
  );
  const server = await startServer(config);
  console.error(`The stand-in upstream is at ${standin.url} (recorded figures moved to today)`);
  console.error(`Pleinair is at ${server.url} (drawings in ${config.dataDir})`);
  if (config.drawToken === TOKEN) console.error(`Its token for the drawing API is "${TOKEN}"`);
  const end = () => {
    void Promise.allSettled([server.close(1_000), standin.close()]).then(() => process.exit(0));
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
} catch (error) {
  console.error('The demo cannot start:', forOperator(error));
  process.exit(1);
}
