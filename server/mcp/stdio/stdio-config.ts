/** Configuration of MCP over stdio: where the drawings are. */
import { HOME } from '../../../src/api/ports.ts';
import { ConfigError, readConfig } from '../../config/config.ts';
import { type DatabaseAt, databaseAt } from '../../config/database-at.ts';
import { SETTINGS } from '../../config/settings.ts';

/** The database of this machine, or a server over HTTP. */
export type StdioConfig =
  | {
      readonly at: 'database';
      readonly database: DatabaseAt;
      /** Name of the person whose drawings are offered. */
      readonly space: string;
      readonly token: string | undefined;
    }
  | {
      readonly at: 'server';
      /** An origin without a trailing slash. */
      readonly url: string;
      readonly token: string | undefined;
    };

/**
 * Reads PLEINAIR_URL, DATA_DIR, DATABASE_URL and the token, and no other setting of the server.
 * @param space as `--space` gave it
 * @param readFile returns a file's text, or undefined if there is none
 * @throws ConfigError in one line, without any value
 */
export function readStdioConfig(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined,
  space?: string,
): StdioConfig {
  const { DATA_DIR, DATABASE_URL, DRAW_TOKEN } = env;
  const address = (env.PLEINAIR_URL ?? '').trim();
  const config = readConfig({ DATA_DIR, DATABASE_URL, DRAW_TOKEN }, readFile);
  const { drawToken: token } = config;
  if (address === '') return { at: 'database', database: databaseAt(config), space: space ?? HOME, token };
  if (space !== undefined) {
    throw new ConfigError('--space is for a database on this machine; a token opens the space of its person');
  }
  const checked = SETTINGS.PUBLIC_URL.value.safeParse(address);
  if (checked.success && checked.data !== undefined) return { at: 'server', url: checked.data, token };
  throw new ConfigError('PLEINAIR_URL must be an http or https address without a path');
}
