/**
 * The table of the server's settings: name, default, description and what a value must be. It is behind the
 * checks of config.ts and the table in docs/server.md.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { isNetwork } from './client-address.ts';
import { hasPostgresOptions, isPostgresUrl, POSTGRES_OPTIONS } from './database-at.ts';
import { isRedisUrl } from './redis-address.ts';

/** The file with the token, for when the environment has none (a container's secret). */
export const TOKEN_FILE = '/run/secrets/draw-token';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const isHost = (text: string) => isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text));

const IS_HOST = 'must be an IP address or a host name';

/** True for `host`, `host:8080` and `[::1]:8080`. */
function isHostWithPort(text: string): boolean {
  const [, name = text, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const bracketed = /^\[(.*)\]$/.exec(name)?.[1];
  const named = bracketed === undefined ? HOST_NAME.test(name) : isIP(bracketed) === 6;
  return named && (port === undefined || Number(port) <= 65535);
}

/** True for an http(s) URL without credentials, and with nothing after the part that `upTo` names. */
function isWebAddress(text: string, upTo: 'origin' | 'path' | 'query' = 'path'): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (upTo === 'query') return true;
  return !/[?#]/.test(text) && (upTo === 'path' || url.pathname === '/');
}

const list = (text: string) => text.split(',').flatMap((part) => part.trim() || []);
const eachOf = (holds: (text: string) => boolean, message: string) =>
  z
    .string()
    .transform(list)
    .refine((items) => items.length > 0 && items.every(holds), message);
const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((n) => n >= min && n <= max, message);
};
const noControls = (text: string) => !/\p{Cc}/u.test(text);
const printable = (message: string) => z.string().regex(/^[\x21-\x7e]{1,1000}$/, message);
/** Sixteen of the characters that `pleinair token` uses are 96 bits: too many to guess over a network. */
const TOKEN_MIN = 16;
const TOO_SHORT = `must be at least ${TOKEN_MIN} characters long; \`npx pleinair token\` makes one`;
/** Most webhooks. */
const WEBHOOKS_MAX = 10;
const upstream = z
  .string()
  .refine((text) => isWebAddress(text), 'must be an http or https address without query')
  .transform((text) => text.replace(/\/+$/, ''));

/** Each setting's value, once checked. */
export interface Values {
  HOST: string;
  PORT: number;
  DATA_DIR: string;
  DATABASE_URL: string;
  REDIS_URL: string;
  DRAW_TOKEN: string;
  PUBLIC_URL: string;
  TRUST_PROXY: string[];
  RATE_LIMIT_PER_MINUTE: number;
  DRAIN_SECONDS: number;
  METRICS_PORT: number;
  METRICS_HOST: string;
  DATA_GOV_SG_V2_URL: string;
  DATA_GOV_SG_V1_URL: string;
  DATA_GOV_SG_API_KEY: string;
  CATALOGUE: string;
  AFFILIATE_REDIRECT_HOSTS: string[];
  MARKETPLACE_HOSTS: string[];
  MCP_ALLOWED_HOSTS: string[];
  MCP_ALLOWED_ORIGINS: string[];
  WEBHOOKS: string[];
  TEST_PUSH_ORIGIN: string;
}
export type Name = keyof Values;

interface Setting<T> {
  /** The default value; empty for none. */
  readonly preset: string;
  /** The description in docs/server.md. */
  readonly about: string;
  readonly value: z.ZodType<T>;
}

export const SETTINGS: { readonly [N in Name]: Setting<Values[N]> } = {
  HOST: {
    preset: '127.0.0.1',
    about: 'address to listen on; `0.0.0.0` for every interface',
    value: z.string().refine(isHost, IS_HOST),
  },
  PORT: {
    preset: '8787',
    about: 'port to listen on; `0` lets the system choose',
    value: wholeNumber(0, 65535),
  },
  DATA_DIR: {
    preset: './data',
    about: 'where the database is kept; created if missing',
    value: z
      .string()
      .max(4000, 'is too long for a path')
      .refine(noControls, 'must be a path without control characters')
      .transform((text) => resolve(text)),
  },
  DATABASE_URL: {
    preset: '',
    about: 'PostgreSQL instead of SQLite: `postgres://user:password@host:5432/database` (docs/server.md)',
    value: z
      .string()
      .max(4000, 'is too long')
      .refine(noControls, 'must be without control characters')
      .refine(isPostgresUrl, 'must be an address such as postgres://user:password@host:5432/database')
      .refine(
        hasPostgresOptions,
        `must have no options but ${POSTGRES_OPTIONS}, each once and with a value it can have`,
      ),
  },
  REDIS_URL: {
    preset: '',
    about:
      'Redis or Valkey, where several processes count limits together: `redis://user:password@host:6379/0` (docs/operations.md)',
    value: z
      .string()
      .max(4000, 'is too long')
      .refine(noControls, 'must be without control characters')
      .refine(isRedisUrl, 'must be an address such as redis://user:password@host:6379/0, without options'),
  },
  DRAW_TOKEN: {
    preset: '',
    about: `token for the drawings, at least ${TOKEN_MIN} characters; if unset, the file \`${TOKEN_FILE}\` is read; without any token the drawing API answers 503`,
    value: printable('must be printable ASCII characters without spaces, at most 1000').min(
      TOKEN_MIN,
      TOO_SHORT,
    ),
  },
  PUBLIC_URL: {
    preset: '',
    about: 'the address that people use, e.g. `https://draw.example.org`; `https` turns HSTS on',
    value: z
      .string()
      .refine((text) => isWebAddress(text, 'origin'), 'must be an http or https address without a path')
      .transform((text) => new URL(text).origin),
  },
  TRUST_PROXY: {
    preset: '',
    about:
      'reverse proxies whose `X-Forwarded-For` is trusted: IP addresses and CIDR ranges, comma-separated',
    value: eachOf(isNetwork, 'must be IP addresses or CIDR ranges, comma-separated'),
  },
  RATE_LIMIT_PER_MINUTE: {
    preset: '60',
    about: 'air requests and MCP messages a minute per network address (IPv6: per /64)',
    value: wholeNumber(1, 1_000_000),
  },
  DRAIN_SECONDS: {
    preset: '0',
    about:
      'how long to keep serving after SIGTERM while `/ready` answers 503, so that a load balancer notices',
    value: wholeNumber(0, 300),
  },
  METRICS_PORT: {
    preset: '',
    about: 'port of the Prometheus metrics, at `/metrics`; without it none are collected',
    value: wholeNumber(0, 65535),
  },
  METRICS_HOST: {
    preset: '127.0.0.1',
    about: 'address to listen on for metrics; not one that strangers reach',
    value: z.string().refine(isHost, IS_HOST),
  },
  DATA_GOV_SG_V2_URL: {
    preset: 'https://api-open.data.gov.sg/v2/real-time/api',
    about: 'where readings and weather are fetched from',
    value: upstream,
  },
  DATA_GOV_SG_V1_URL: {
    preset: 'https://api.data.gov.sg/v1/environment',
    about: 'where readings and forecasts are fetched from when v2 fails',
    value: upstream,
  },
  DATA_GOV_SG_API_KEY: {
    preset: '',
    about: 'API key for data.gov.sg; not needed for ordinary use',
    value: printable('must be 1 to 1000 printable ASCII characters without spaces'),
  },
  CATALOGUE: {
    preset: '',
    about: 'masks and purifiers on the supplies page: a JSON file or its address (docs/catalogue.md)',
    value: z
      .string()
      .max(4000, 'is too long')
      .refine(noControls, 'must be without control characters')
      .refine(
        (text) => !text.includes('://') || isWebAddress(text, 'query'),
        'must be a path, or an http or https address without name and password',
      ),
  },
  AFFILIATE_REDIRECT_HOSTS: {
    preset: '',
    about: 'hosts where an affiliate link may start and redirect, comma-separated',
    value: eachOf(isHost, 'must be host names, comma-separated'),
  },
  MARKETPLACE_HOSTS: {
    preset: '',
    about: 'hosts where an affiliate link must end to be shown, comma-separated',
    value: eachOf(isHost, 'must be host names, comma-separated'),
  },
  MCP_ALLOWED_HOSTS: {
    preset: '',
    about: '`Host` values that `/mcp` accepts besides its own and loopback names, comma-separated',
    value: eachOf(isHostWithPort, 'must be host names, with a port where one is used, comma-separated'),
  },
  MCP_ALLOWED_ORIGINS: {
    preset: '',
    about: '`Origin` values that `/mcp` accepts besides its own and this machine’s, comma-separated',
    value: eachOf((text) => isWebAddress(text, 'origin'), 'must be http or https origins, comma-separated'),
  },
  WEBHOOKS: {
    preset: '',
    about:
      'addresses that are told when the air crosses into another band, at most 10, http or https, comma-separated (docs/operations.md)',
    value: eachOf(
      (text) => isWebAddress(text, 'query'),
      'must be http or https addresses, comma-separated',
    ).refine(
      (items) => items.length <= WEBHOOKS_MAX && items.every((text) => text.length <= 2000),
      `must be at most ${WEBHOOKS_MAX} addresses of at most 2000 characters`,
    ),
  },
  TEST_PUSH_ORIGIN: {
    preset: '',
    about: 'an origin that counts as a push service, for tests: https, or `http://127.0.0.1` with a port',
    value: z
      .string()
      .refine(
        (text) => isWebAddress(text, 'origin') && /^(?:https:|http:\/\/127\.0\.0\.1(?::|$))/.test(text),
        'must be an origin with https, or with http on this machine',
      )
      .transform((text) => new URL(text).origin),
  },
};

/** The table of settings for docs/server.md, in Markdown. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { preset, about }]) => `| \`${name}\` | ${preset === '' ? '' : `\`${preset}\``} | ${about} |`,
  );
  return ['| variable | default | what it is |', '| --- | --- | --- |', ...rows].join('\n');
}
