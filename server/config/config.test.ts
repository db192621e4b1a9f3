import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { databaseAt } from './database-at.ts';
import { SETTINGS, settingsTable, TOKEN_FILE } from './settings.ts';

const noFile = () => undefined;
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'server.md');

function refusal(
  env: Record<string, string>,
  readFile: (path: string) => string | undefined = noFile,
): string {
  try {
    readConfig(env, readFile);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

function expectRefusedInOneLine(name: string, value: string): void {
  const message = refusal({ [name]: value });
  expect(message).toMatch(new RegExp(`^${name} (must|is)`));
  expect(message).not.toContain('\n');
  if (value.length > 2) expect(message).not.toContain(value);
  expect(message).not.toMatch(/secret|12|34/);
}

describe('server: configuration', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(readConfig({}, noFile)).toEqual({
      host: '127.0.0.1',
      port: 8787,
      dataDir: join(process.cwd(), 'data'),
      databaseUrl: undefined,
      drawToken: undefined,
      publicUrl: undefined,
      trustProxy: [],
      rateLimitPerMinute: 60,
      drainSeconds: 0,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      dataGovSgV2Url: 'https://api-open.data.gov.sg/v2/real-time/api',
      dataGovSgV1Url: 'https://api.data.gov.sg/v1/environment',
      dataGovSgApiKey: undefined,
      catalogue: undefined,
      affiliateRedirectHosts: [],
      marketplaceHosts: [],
      mcpAllowedHosts: [],
      mcpAllowedOrigins: [],
      webhooks: [],
    });
  });

  test('an empty value means unset, for every variable', () => {
    const names = Object.keys(SETTINGS);
    const empty = Object.fromEntries(names.flatMap((name, index) => [[name, index % 2 === 0 ? '' : '  ']]));
    expect(readConfig(empty, noFile)).toEqual(readConfig({}, noFile));
  });

  test('every variable is taken', () => {
    const config = readConfig(
      {
        HOST: '::',
        PORT: '0',
        DATA_DIR: '/srv/pleinair',
        DATABASE_URL: 'postgresql://me:s%25cret@db:5433/pleinair?sslmode=disable',
        REDIS_URL: 'rediss://me:s%25cret@[::1]:6380/2',
        DRAW_TOKEN: 'a-token-of-sixteen',
        PUBLIC_URL: 'https://draw.example.org/',
        TRUST_PROXY: '10.0.0.0/8, ::1,192.0.2.7',
        RATE_LIMIT_PER_MINUTE: '600',
        DRAIN_SECONDS: '5',
        METRICS_PORT: '9464',
        METRICS_HOST: '10.0.0.1',
        DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9000/v2/',
        DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9000/v1',
        DATA_GOV_SG_API_KEY: 'key',
        CATALOGUE: './catalogue.json',
        AFFILIATE_REDIRECT_HOSTS: 'go.example.org',
        MARKETPLACE_HOSTS: 'shop.example.org,shop.example.com',
        MCP_ALLOWED_HOSTS: 'localhost:3000,[::1]:80',
        MCP_ALLOWED_ORIGINS: 'https://chat.example.org',
        WEBHOOKS: 'https://hooks.example.org/in?key=a, http://192.168.0.2:1880/air',
        TEST_PUSH_ORIGIN: 'http://127.0.0.1:9001/',
      },
      noFile,
    );
    expect(config).toEqual({
      host: '::',
      port: 0,
      dataDir: '/srv/pleinair',
      databaseUrl: 'postgresql://me:s%25cret@db:5433/pleinair?sslmode=disable',
      redisUrl: 'rediss://me:s%25cret@[::1]:6380/2',
      drawToken: 'a-token-of-sixteen',
      publicUrl: 'https://draw.example.org',
      trustProxy: ['10.0.0.0/8', '::1', '192.0.2.7'],
      rateLimitPerMinute: 600,
      drainSeconds: 5,
      metricsPort: 9464,
      metricsHost: '10.0.0.1',
      dataGovSgV2Url: 'http://127.0.0.1:9000/v2',
      dataGovSgV1Url: 'http://127.0.0.1:9000/v1',
      dataGovSgApiKey: 'key',
      catalogue: './catalogue.json',
      affiliateRedirectHosts: ['go.example.org'],
      marketplaceHosts: ['shop.example.org', 'shop.example.com'],
      mcpAllowedHosts: ['localhost:3000', '[::1]:80'],
      mcpAllowedOrigins: ['https://chat.example.org'],
      webhooks: ['https://hooks.example.org/in?key=a', 'http://192.168.0.2:1880/air'],
      testPushOrigin: 'http://127.0.0.1:9001',
    });
  });

  test.for([
    ['HOST', 'not a host'],
    ['HOST', '300.1.2.3'],
    ['HOST', 'http://127.0.0.1'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['PORT', '0x50'],
    ['DATA_DIR', 'data\u0000dir'],
    ['DRAW_TOKEN', 'two words'],
    ['DRAW_TOKEN', 'pässword'],
    ['PUBLIC_URL', 'draw.example.org'],
    ['PUBLIC_URL', 'ftp://draw.example.org'],
    ['PUBLIC_URL', 'https://draw.example.org/app'],
    ['PUBLIC_URL', 'https://me:secret@draw.example.org'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy.local'],
    ['TRUST_PROXY', ','],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['RATE_LIMIT_PER_MINUTE', '1e3'],
    ['DRAIN_SECONDS', '301'],
    ['METRICS_PORT', '65536'],
    ['METRICS_HOST', '*'],
    ['DATA_GOV_SG_V2_URL', 'file:///etc/passwd'],
    ['DATA_GOV_SG_V2_URL', 'https://example.org/?key=1'],
    ['DATA_GOV_SG_V1_URL', 'nowhere'],
    ['DATA_GOV_SG_API_KEY', 'a\nb'],
    ['CATALOGUE', 'ftp://example.org/catalogue.json'],
    ['WEBHOOKS', 'hooks.example.org'],
    ['WEBHOOKS', 'file:///etc/passwd'],
    ['WEBHOOKS', 'https://me:secret@hooks.example.org/'],
    ['WEBHOOKS', Array.from({ length: 11 }, (_, n) => `https://hooks.example.org/${n}`).join()],
    ['AFFILIATE_REDIRECT_HOSTS', 'https://go.example.org'],
    ['MARKETPLACE_HOSTS', '*.example.org'],
    ['MCP_ALLOWED_HOSTS', 'example.org:99999'],
    ['MCP_ALLOWED_ORIGINS', 'chat.example.org'],
    ['TEST_PUSH_ORIGIN', 'http://push.example.org'],
    ['TEST_PUSH_ORIGIN', 'http://127.0.0.1.example.org'],
    ['DATABASE_URL', 'mysql://me:secret@localhost/pleinair'],
    ['DATABASE_URL', 'postgres://me:secret@localhost'],
    ['DATABASE_URL', 'postgres://me:sec%ret@localhost/pleinair'],
    ['DATABASE_URL', 'me:secret@localhost/pleinair'],
    ['DATABASE_URL', 'postgres://me:secret@local host:x/pleinair'],
    ['DATABASE_URL', '//me:secret@localhost/pleinair'],
    ['DATABASE_URL', 'postgres:///pleinair'],
    ['DATABASE_URL', 'postgres://me:secret@/pleinair'],
    ['DATABASE_URL', 'postgres://me:secret@localhost:0/pleinair'],
    ['DATABASE_URL', 'postgres://me:secret@localhost:70000/pleinair'],
    ['DATABASE_URL', 'postgres://:secret@localhost/pleinair'],
    ['DATABASE_URL', 'postgres://me:12/34@localhost/pleinair'],
    ['DATABASE_URL', 'postgres://me:12?34@localhost/pleinair'],
    ['DATABASE_URL', 'postgres://me:12#34@localhost/pleinair'],
    ['DATABASE_URL', 'postgres://me:secret@localhost/pleinair/more'],
    ['DATABASE_URL', 'postgres://me:secret@localhost/pleinair#more'],
    ['DATABASE_URL', 'postgres://me:secret@localhost/pleinair?sslmode=verify_full'],
    ['DATABASE_URL', 'postgres://me:secret@localhost/pleinair?sslmode=disable&sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://me@localhost/pleinair?password=secret'],
    ['DATABASE_URL', 'postgres://me:secret@localhost/pleinair?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://me:secret@localhost/pleinair?connect_timeout=1'],
    ['DATABASE_URL', 'postgres://me:secret@localhost/plein\u0000air'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis://me:secret@'],
    ['REDIS_URL', 'redis://me:secret@localhost:0'],
    ['REDIS_URL', 'redis://me@localhost'],
    ['REDIS_URL', 'redis://me:12/34@localhost/0'],
    ['REDIS_URL', 'redis://me:12?34@localhost/0'],
    ['REDIS_URL', 'redis://me:12#34@localhost/0'],
    ['REDIS_URL', 'redis://me:secret@localhost/0#more'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['REDIS_URL', 'redis:///1'],
    ['REDIS_URL', 'redis://localhost:66379'],
    ['REDIS_URL', 'redis://localhost/drawings'],
    ['REDIS_URL', 'redis://localhost?enableOfflineQueue=true'],
    ['REDIS_URL', 'redis://user:100%@localhost'],
  ] as const)('%s that is %j is refused in one line that names it and does not repeat it', ([name, value]) =>
    expectRefusedInOneLine(name, value),
  );

  test('an address of thousands of letters is refused in one line, too', () => {
    const long = 'x'.repeat(4000);
    expectRefusedInOneLine('DATABASE_URL', `postgres://me:secret@localhost/${long}`);
    expectRefusedInOneLine('REDIS_URL', `redis://me:${long}@localhost`);
    expectRefusedInOneLine('WEBHOOKS', `https://hooks.example.org/${long}`);
  });

  test.for([
    ['DATABASE_URL', 'postgres://localhost/pleinair'],
    ['DATABASE_URL', 'postgres:///pleinair?host=/run/postgresql'],
    [
      'DATABASE_URL',
      'postgresql://me:se%2Fcret@[::1]:5433/plein%2Fair?sslmode=verify-full&sslrootcert=/ca.pem',
    ],
    ['REDIS_URL', 'redis://localhost'],
    ['REDIS_URL', 'redis://:secret@localhost:6379/15'],
  ] as const)('%s that is %s is accepted', ([name, value]) => {
    expect(refusal({ [name]: value })).toBe('accepted');
  });

  test('several wrong variables are named in the one line', () => {
    expect(refusal({ PORT: 'x', HOST: '?' })).toMatch(/HOST must.*; PORT must/);
  });

  test('the token comes from the file when the environment has none', () => {
    const readFile = (path: string) => (path === TOKEN_FILE ? 'from-the-file-of-secrets\n' : undefined);
    expect(readConfig({}, readFile).drawToken).toBe('from-the-file-of-secrets');
    expect(readConfig({ DRAW_TOKEN: 'own-of-the-environment' }, readFile).drawToken).toBe(
      'own-of-the-environment',
    );
  });

  test('a token under 16 characters is refused in one line that says how to make one', () => {
    const short = 'fifteen-letters';
    const said = 'DRAW_TOKEN must be at least 16 characters long; `npx pleinair token` makes one';
    expect(refusal({ DRAW_TOKEN: short })).toBe(said);
    const fromFile = refusal({}, () => `${short}\n`);
    expect(fromFile).toBe(said.replace('DRAW_TOKEN', `DRAW_TOKEN (from ${TOKEN_FILE})`));
    expect(fromFile).not.toContain(short);
    expect(readConfig({ DRAW_TOKEN: `${short}!` }, noFile).drawToken).toBe(`${short}!`);
  });

  test('an empty token file means no token', () => {
    expect(readConfig({}, () => '\n').drawToken).toBeUndefined();
  });

  test('a token file that is no token, or cannot be read, is refused without showing it', () => {
    const message = refusal({}, () => 'two words');
    expect(message).toContain('DRAW_TOKEN');
    expect(message).toContain(TOKEN_FILE);
    expect(message).not.toContain('two words');
    const unreadable = refusal({}, () => {
      throw new Error('EACCES');
    });
    expect(unreadable).toContain('DRAW_TOKEN');
  });

  test('the driver gets no sslmode that it warns of', () => {
    const url = (mode: string) => `postgres://db.example.org/pleinair?sslmode=${mode}&sslrootcert=/ca.pem`;
    const given = (mode: string) => {
      const { dataDir, databaseUrl } = readConfig({ DATABASE_URL: url(mode) }, noFile);
      return databaseAt({ dataDir, databaseUrl });
    };
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      expect(given(mode)).toEqual({ kind: 'postgres', url: url('verify-full') });
    }
    for (const mode of ['disable', 'no-verify']) expect(given(mode)).toMatchObject({ url: url(mode) });
  });

  test('the table in docs/server.md is the table of the settings', () => {
    expect(readFileSync(PAGE, 'utf8')).toContain(settingsTable());
  });
});
