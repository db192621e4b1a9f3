/** The server's configuration: environment variables, checked before anything is opened. */
import { type Name, SETTINGS, TOKEN_FILE, type Values } from './settings.ts';

export interface Config {
  readonly host: string;
  /** 0 lets the operating system choose. */
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Address of a PostgreSQL database, with its password; undefined means SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Address of a Redis, with its password; undefined means that limits are counted in memory. */
  readonly redisUrl: string | undefined;
  readonly drawToken: string | undefined;
  /** An origin without a trailing slash; undefined means the address that the server listens on. */
  readonly publicUrl: string | undefined;
  /** Trusted proxies: addresses and CIDR ranges. */
  readonly trustProxy: readonly string[];
  readonly rateLimitPerMinute: number;
  /** How long to go on serving after SIGTERM, while /ready says no. */
  readonly drainSeconds: number;
  /** 0 lets the operating system choose; undefined for no figures. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Without a trailing slash. */
  readonly dataGovSgV2Url: string;
  readonly dataGovSgV1Url: string;
  readonly dataGovSgApiKey: string | undefined;
  /** A path or an http(s) URL. */
  readonly catalogue: string | undefined;
  readonly affiliateRedirectHosts: readonly string[];
  readonly marketplaceHosts: readonly string[];
  readonly mcpAllowedHosts: readonly string[];
  readonly mcpAllowedOrigins: readonly string[];
  /** Addresses that are told of crossings, each possibly with a secret in it. */
  readonly webhooks: readonly string[];
  /** An origin that counts as a push service, for tests. */
  readonly testPushOrigin: string | undefined;
}

/** A variable has a value that cannot be used. The message is one line and contains no value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads and checks the whole environment. An empty value counts as unset.
 * @param env the environment, e.g. `process.env`
 * @param readFile returns a file's text, or undefined if there is none
 * @throws ConfigError naming every variable that is wrong, in one line, without any value
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined,
): Config {
  const wrong: string[] = [];
  const given = (name: string) => (env[name] ?? '').trim();

  function check<N extends Name>(name: N, text: string, origin: string = name): Values[N] | undefined {
    if (text === '') return undefined;
    const result = SETTINGS[name].value.safeParse(text);
    if (result.success) return result.data;
    wrong.push(`${origin} ${result.error.issues[0]?.message ?? 'is not valid'}`);
    return undefined;
  }
  const optional = <N extends Name>(name: N) => check(name, given(name));
  const required = <N extends Name>(name: N) =>
    optional(name) ?? SETTINGS[name].value.parse(SETTINGS[name].preset);
  function token(): string | undefined {
    if (given('DRAW_TOKEN') !== '') return optional('DRAW_TOKEN');
    const origin = `DRAW_TOKEN (from ${TOKEN_FILE})`;
    try {
      return check('DRAW_TOKEN', (readFile(TOKEN_FILE) ?? '').trim(), origin);
    } catch {
      wrong.push(`${origin} cannot be read`);
      return undefined;
    }
  }

  const config: Config = {
    host: required('HOST'),
    port: required('PORT'),
    dataDir: required('DATA_DIR'),
    databaseUrl: optional('DATABASE_URL'),
    redisUrl: optional('REDIS_URL'),
    drawToken: token(),
    publicUrl: optional('PUBLIC_URL'),
    trustProxy: optional('TRUST_PROXY') ?? [],
    rateLimitPerMinute: required('RATE_LIMIT_PER_MINUTE'),
    drainSeconds: required('DRAIN_SECONDS'),
    metricsPort: optional('METRICS_PORT'),
    metricsHost: required('METRICS_HOST'),
    dataGovSgV2Url: required('DATA_GOV_SG_V2_URL'),
    dataGovSgV1Url: required('DATA_GOV_SG_V1_URL'),
    dataGovSgApiKey: optional('DATA_GOV_SG_API_KEY'),
    catalogue: optional('CATALOGUE'),
    affiliateRedirectHosts: optional('AFFILIATE_REDIRECT_HOSTS') ?? [],
    marketplaceHosts: optional('MARKETPLACE_HOSTS') ?? [],
    mcpAllowedHosts: optional('MCP_ALLOWED_HOSTS') ?? [],
    mcpAllowedOrigins: optional('MCP_ALLOWED_ORIGINS') ?? [],
    webhooks: optional('WEBHOOKS') ?? [],
    testPushOrigin: optional('TEST_PUSH_ORIGIN'),
  };
  if (wrong.length > 0) throw new ConfigError(wrong.join('; '));
  return config;
}
