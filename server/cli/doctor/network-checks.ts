/** Checks over the network: data.gov.sg, the server, and the address that people use. */
import { sgtDate } from '../../../src/core/air/time/time.ts';
import { readV2Day } from '../../air/upstream/v2-body.ts';
import type { Config } from '../../config/config.ts';
import { StartError } from '../../config/start-error.ts';
import { listenerUrl } from '../../http/http.ts';
import { READY_PATH } from '../../http/ready.ts';
import { ADDRESSES } from '../../sky/addresses.ts';
import { LIGHTNING_BODY_MAX, readLightningPage } from '../../sky/feeds/lightning.ts';
import { request } from '../../upstream/request.ts';
import { productVersion } from '../../version.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Timeout of a request, ms. */
const TIMEOUT_MS = 8_000;
/** Largest error of the clock, ms: with more, readings look old, or as if from the future. */
const CLOCK_MAX = 60_000;
/** Ends a network that contains every address. */
const EVERYBODY = /\/0$/;

const NO_PUBLIC_URL = 'no PUBLIC_URL, so the address that people use was not checked';

/** @throws StartError if nothing answers */
async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new StartError(`${new URL(url).origin} does not answer (${cause})`, { cause: error });
  }
}

export async function checkUpstream(config: Config): Promise<Finding> {
  let date: string | null = null;
  const day = sgtDate(Date.now());
  const result = await request({
    url: `${config.dataGovSgV2Url}/psi?date=${day}`,
    read: (json) => readV2Day(json, 'psi', day, Date.now()),
    apiKey: config.dataGovSgApiKey,
    timeoutMs: TIMEOUT_MS,
    fetch: async (...question) => {
      const response = await fetch(...question);
      date = response.headers.get('Date');
      return response;
    },
  });
  const behind = date === null ? 0 : Date.parse(date) - Date.now();
  if (Math.abs(behind) > CLOCK_MAX) {
    const seconds = Math.round(Math.abs(behind) / 1000);
    return fail(`this clock is ${seconds} s ${behind > 0 ? 'behind' : 'ahead'}; set it with NTP`);
  }
  // Right after midnight there is no hour yet.
  if (result.ok || result.reason === 'empty')
    return ok(`${config.dataGovSgV2Url} answers, the clock is right`);
  const todo = result.reason === 'limited' ? 'set DATA_GOV_SG_API_KEY' : 'check the network of this machine';
  return fail(`${config.dataGovSgV2Url}: ${result.reason}, ${result.detail}; ${todo}`);
}

/** Asks for lightning: its address has a query, which a mirror or a proxy may lose. */
export async function checkSky({ dataGovSgV2Url, dataGovSgApiKey }: Config): Promise<Finding> {
  const url = dataGovSgV2Url + ADDRESSES.v2.lightning;
  const result = await request({
    url,
    read: readLightningPage,
    apiKey: dataGovSgApiKey,
    timeoutMs: TIMEOUT_MS,
    bodyMax: LIGHTNING_BODY_MAX,
  });
  if (result.ok) return ok(`${url} answers`);
  return warn(`${url}: ${result.reason}, ${result.detail}; drawings and air work without the sky`);
}

export async function checkServer({ host, port }: Config): Promise<Finding> {
  const url = listenerUrl(host, port);
  const response = await ask(url + READY_PATH).catch(() => undefined);
  if (response === undefined) return fail(`no server answers at ${url}; start it with these settings`);
  if (response.status !== 200) return fail(`${url} is not ready: ${await response.text()}; its log says why`);
  const app: unknown = await (await ask(`${url}/api/v1/app`)).json();
  const version = await productVersion();
  if (!JSON.stringify(app).includes(`"app":"${version}"`)) {
    return warn(`${url} does not run version ${version}; restart it`);
  }
  return ok(`${url} is ready`);
}

export async function checkHttps({ publicUrl }: Config): Promise<Finding> {
  if (publicUrl === undefined) return warn(`${NO_PUBLIC_URL}; set it`);
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') {
    if (/^(?:localhost|127\.|\[::1\])/.test(hostname)) return ok(`${publicUrl} is this machine`);
    return fail(`${publicUrl} has no HTTPS, without which phones do not work offline; put a proxy in front`);
  }
  const response = await ask(`${publicUrl}/health`);
  if (response.status !== 200)
    return fail(`${publicUrl}/health answers ${response.status}; does the proxy pass it on?`);
  if (!response.headers.has('Strict-Transport-Security')) {
    return warn(
      `${publicUrl} answers without HSTS: the server has another PUBLIC_URL, or the proxy drops headers`,
    );
  }
  return ok(`${publicUrl} answers`);
}

export async function checkProxy({ publicUrl, trustProxy, host, port }: Config): Promise<Finding> {
  if (trustProxy.some((network) => EVERYBODY.test(network))) {
    return fail(
      'TRUST_PROXY trusts everybody, so that any client can claim any address; name only the proxy',
    );
  }
  if (publicUrl === undefined) return warn(`${NO_PUBLIC_URL}; set it`);
  const isProxied = new URL(publicUrl).origin !== new URL(listenerUrl(host, port)).origin;
  if (isProxied && trustProxy.length === 0) {
    return fail('TRUST_PROXY is not set, so that everybody shares one limit; set it to the proxy’s address');
  }
  // /mcp answers 403 to a Host that is not the server's own, and 405 to GET.
  const response = await ask(`${publicUrl}/mcp`);
  if (response.status === 403) return fail('the proxy changes Host; make it pass Host on');
  return ok(isProxied ? 'it passes Host on, and is trusted' : 'there is none');
}

export async function checkWorker({ publicUrl, host, port }: Config): Promise<Finding> {
  const url = `${publicUrl ?? listenerUrl(host, port)}/sw.js`;
  const response = await ask(url);
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status >= 300 && response.status < 400) {
    return fail(`${url} is redirected, which browsers refuse; set PUBLIC_URL to the final address`);
  }
  if (response.status !== 200 || !/javascript/.test(type)) {
    return fail(
      `${url} answers ${response.status} ${type}; the app is not built, or the proxy does not pass it on`,
    );
  }
  const caching = response.headers.get('Cache-Control') ?? '';
  if (!/no-cache|max-age=0|no-store/.test(caching)) {
    return fail(
      `${url} is cached (${caching}), so updates would not arrive; make the proxy keep Cache-Control`,
    );
  }
  return ok(`${url} is served, and updates arrive`);
}
