/** The servers that the pictures are taken of: one whose air is well, and some whose air is not. */

import type { Fault } from '../../server/air/standin/faults.ts';
import { startStandin } from '../../server/air/standin/standin.ts';
import type { Metric } from '../../src/core/air/types.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';

export interface AirSite extends AsyncDisposable {
  readonly server: AppServer;
}

async function openAir(faults: Partial<Record<Metric, Fault>> = {}): Promise<AirSite> {
  const upstream = await startStandin({ faults });
  const server = await startAppServer({ env: { DATA_GOV_SG_V2_URL: upstream.v2Url } });
  return {
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await upstream.close();
    },
  };
}

export interface Sites extends AsyncDisposable {
  /** Origins without a trailing slash. */
  readonly well: string;
  /** Both feeds give figures of four hours ago. */
  readonly delayed: string;
  /** One feed cannot be had. */
  readonly oneDown: string;
  readonly bothDown: string;
}

export async function openSites(): Promise<Sites> {
  const [well, delayed, oneDown, bothDown] = await Promise.all([
    openAir(),
    openAir({ psi: 'frozen', pm25: 'frozen' }),
    openAir({ psi: '500' }),
    openAir({ psi: 'down', pm25: 'down' }),
  ]);
  return {
    well: well.server.url,
    delayed: delayed.server.url,
    oneDown: oneDown.server.url,
    bothDown: bothDown.server.url,
    async [Symbol.asyncDispose]() {
      await Promise.all([well, delayed, oneDown, bothDown].map((site) => site[Symbol.asyncDispose]()));
    },
  };
}
