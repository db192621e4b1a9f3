/**
 * The protocol's own conformance suites, run against the real server as the installed program runs each
 * scenario. Their other scenarios need fixtures (tools like `test_simple_text`) that no real server has.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInstalled, versionOf } from '../../tests/support/mcp/program.ts';
import { startTestServer, type TestServer } from '../../tests/support/mcp/server.ts';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

interface Scenario {
  readonly name: string;
  /**
   * How many checks must succeed. The suite's version is pinned, so one fewer means that something did not run.
   */
  readonly succeed: number;
  /** Checks that may fail, by a part of their message: each needs a fixture. */
  readonly excused?: Readonly<Record<string, string>>;
  /** Checks that the suite itself skips. */
  readonly skipped?: readonly string[];
}

const SUITES: readonly {
  readonly package: string;
  readonly version: string;
  readonly args: readonly string[];
  readonly scenarios: readonly Scenario[];
}[] = [
  {
    package: '@modelcontextprotocol/conformance',
    version: '0.1.16',
    args: [],
    scenarios: [
      { name: 'server-initialize', succeed: 1 },
      { name: 'ping', succeed: 1 },
      { name: 'tools-list', succeed: 1 },
      { name: 'resources-list', succeed: 1 },
      { name: 'prompts-list', succeed: 1 },
      { name: 'dns-rebinding-protection', succeed: 2 },
    ],
  },
  {
    package: 'mcp-conformance-2026',
    version: '0.2.0-alpha.12',
    args: ['--spec-version', '2026-07-28'],
    scenarios: [
      { name: 'tools-list', succeed: 4 },
      { name: 'resources-list', succeed: 2 },
      { name: 'prompts-list', succeed: 2 },
      { name: 'caching', succeed: 8 },
      { name: 'http-header-validation', succeed: 14 },
      { name: 'sep-2164-resource-not-found', succeed: 4 },
      { name: 'dns-rebinding-protection', succeed: 2 },
      {
        name: 'server-stateless',
        succeed: 24,
        excused: {
          'sep-2575-server-rejects-undeclared-capability': "diagnostic tool 'test_missing_capability'",
          'sep-2575-missing-capability-http-400': "diagnostic tool 'test_missing_capability'",
          'sep-2575-http-server-no-independent-requests-on-stream':
            "diagnostic tool 'test_streaming_elicitation'",
          'sep-2575-server-no-log-without-loglevel': "diagnostic tool 'test_logging_tool'",
        },
        // The server does not announce changes of its lists.
        skipped: [
          'sep-2575-server-sends-prompts-list-changed-on-subscription',
          'sep-2575-server-sends-tools-list-changed-on-subscription',
        ],
      },
    ],
  },
];

let testServer: TestServer;
let dir = '';
beforeAll(async () => {
  testServer = await startTestServer();
  dir = mkdtempSync(join(tmpdir(), 'pleinair-conformance-'));
});
afterAll(async () => {
  await testServer.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The checks that one run recorded. */
function checksIn(folder: string): Check[] {
  const runs = readdirSync(folder);
  expect(runs).toHaveLength(1);
  const checks: Check[] = JSON.parse(readFileSync(join(folder, runs[0] ?? '', 'checks.json'), 'utf8'));
  return checks;
}

for (const suite of SUITES) {
  describe(`mcp: conformance ${suite.version}`, () => {
    it('is the pinned version', () => {
      expect(versionOf(suite.package)).toBe(suite.version);
    });

    it.for(suite.scenarios)('$name', { timeout: 90_000 }, async (scenario) => {
      const { name, succeed, excused = {}, skipped = [] } = scenario;
      const folder = join(dir, suite.version, name);
      const args = ['server', '--url', testServer.mcp, '--scenario', name, '-o', folder, ...suite.args];
      const { code, stdout, stderr } = await runInstalled(suite.package, 'conformance', args);
      expect(code, stdout + stderr).toBe(Object.keys(excused).length > 0 ? 1 : 0);
      const checks = checksIn(folder);
      const of = (status: string) => checks.filter((check) => check.status === status);
      const failures = of('FAILURE').map(({ id, errorMessage }) => [id, errorMessage ?? '']);
      expect(Object.fromEntries(failures)).toEqual(
        Object.fromEntries(Object.entries(excused).map(([id, why]) => [id, expect.stringContaining(why)])),
      );
      expect(
        of('SKIPPED')
          .map(({ id }) => id)
          .sort(),
      ).toEqual(skipped);
      expect(of('SUCCESS')).toHaveLength(succeed);
      const known = ['SUCCESS', 'FAILURE', 'SKIPPED', 'INFO'];
      expect(checks.filter(({ status }) => !known.includes(status))).toEqual([]);
    });
  });
}
