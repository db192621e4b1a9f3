/** The Inspector's command line, a client by others, in both versions of the protocol. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInstalled, versionOf } from '../../tests/support/mcp/program.ts';
import { startTestServer, type TestServer } from '../../tests/support/mcp/server.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

async function inspect(era: string, ...args: string[]) {
  const fixed = ['--cli', testServer.mcp, '--transport', 'http', '--protocol-era', era, '--format', 'json'];
  const { code, stdout, stderr } = await runInstalled('@modelcontextprotocol/inspector', 'mcp-inspector', [
    ...fixed,
    ...args,
  ]);
  return { code, stderr, result: stdout.trim() === '' ? undefined : JSON.parse(stdout).result };
}

describe('mcp: the Inspector', () => {
  it('is the pinned version', () => {
    expect(versionOf('@modelcontextprotocol/inspector')).toBe('2.12.0');
  });

  describe.for(['legacy', 'modern'])('in the %s era', { timeout: 90_000 }, (era) => {
    it('lists the tools and finds nothing in their schemas that some client cannot read', async () => {
      const { code, stderr, result } = await inspect(era, '--method', 'tools/list', '--strict');
      expect(code, stderr).toBe(0);
      expect(stderr).toBe('');
      expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
        'air_readings',
        'air_history',
        'air_guide',
        'air_products',
        'air_get_sky',
      ]);
    });

    it('calls a tool', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'air_readings', '--tool-arg'];
      const { code, stderr, result } = await inspect(era, ...call, 'region=west');
      expect(code, stderr).toBe(0);
      expect(result.structuredContent.regions).toMatchObject([{ id: 'west', psi: expect.any(Number) }]);
      expect(result.content[0].text).toMatch(/^West: 1-hour PM2\.5 \d+ µg\/m³/);
      const wrong = await inspect(era, ...call, 'region=West');
      expect(wrong.code).toBe(5);
      expect(wrong.result.isError).toBe(true);
    });

    it('reads the guide', async () => {
      const { code, stderr, result } = await inspect(
        era,
        '--method',
        'resources/read',
        '--uri',
        'pleinair://guide',
      );
      expect(code, stderr).toBe(0);
      expect(result.contents[0].text).toContain('| Very high | 251 and over |');
    });

    it('gets the prompt', async () => {
      const prompt = ['--prompt-name', 'plan_outdoors', '--prompt-args', 'region=south', 'activity=running'];
      const { code, stderr, result } = await inspect(era, '--method', 'prompts/get', ...prompt);
      expect(code, stderr).toBe(0);
      expect(result.messages).toHaveLength(2);
    });
  });
});
