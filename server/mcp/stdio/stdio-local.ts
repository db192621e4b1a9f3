/** The application in this process, on a database that a running server may have open too. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createHandle } from '../../../src/api/http/dispatch.ts';
import type { AirPort, Handle, Ports } from '../../../src/api/ports.ts';
import { LATER_ROUTES } from '../../../src/api/routes/later-routes.ts';
import { SELDOM_ROUTES } from '../../../src/api/routes/seldom-routes.ts';
import { type DatabaseAt, databaseName } from '../../config/database-at.ts';
import { errorCode, operatorMessage } from '../../config/start-error.ts';
import { readBody } from '../../http/body.ts';
import { type Database, openDatabase, PeopleRefused } from '../../store/index.ts';
import { productVersion } from '../../version.ts';
import { Refusal } from '../ask.ts';

/** An application: in this process, or a client of one elsewhere. */
export interface Application {
  readonly handle: Handle;
  close(): Promise<void>;
}

export interface LocalOptions {
  readonly database: DatabaseAt;
  /** Name of the person whose drawings are offered. */
  readonly space: string;
  /** Only for the status, which tells whether there is a token. Whoever can open the database needs none. */
  readonly token: string | undefined;
  readonly onDefect: Ports['onDefect'];
}

interface OpenDatabase {
  readonly database: Database;
  readonly handle: Handle;
}

/**
 * Makes the application. The database is opened with the first request, and again with the next one if that
 * failed: an assistant shows a tool's error, but hides why a program did not start.
 */
export function localApplication(options: LocalOptions): Application {
  let opened: Promise<OpenDatabase> | undefined;
  return {
    async handle(request) {
      opened ??= open(options);
      let ready: OpenDatabase;
      try {
        ready = await opened;
      } catch (error) {
        opened = undefined;
        throw error;
      }
      return ready.handle(request);
    },
    async close() {
      const ready = await opened?.catch(() => undefined);
      await ready?.database.close();
    },
  };
}

/** @throws Refusal if the database is missing or cannot be used */
async function open({ database: at, space: name, token, onDefect }: LocalOptions): Promise<OpenDatabase> {
  // A new database here would be a second place for drawings that nobody looks into.
  if (at.kind === 'sqlite' && !existsSync(at.file)) {
    throw new Refusal(
      `There is no database at ${at.file}. Start Pleinair's server once, or set DATA_DIR to its folder; then call again.`,
    );
  }
  const version = await productVersion();
  const database = await openAt(at);
  const space = await spaceOf(database, name);
  const ports: Ports = {
    storeOf: database.storeOf,
    writable: database.writable,
    auth: {
      mode: 'token',
      isConfigured: async () => token !== undefined,
      check: async () => ({ ok: true, principal: { space, via: 'database' } }),
    },
    air: NO_AIR,
    guide: absent,
    now: Date.now,
    newId: randomUUID,
    announce: () => {},
    readBody,
    openapi: absent,
    onDefect,
    publicUrl: LOCAL_URL,
    version,
  };
  const drawings = [...LATER_ROUTES, ...SELDOM_ROUTES].filter(
    ({ access, id }) => access !== 'air' && id !== 'getOpenapi',
  );
  return { database, handle: createHandle(drawings, ports) };
}

/** @throws Refusal if nobody has this name */
async function spaceOf(database: Database, name: string): Promise<string> {
  try {
    return (await database.people.named(name)).space;
  } catch (error) {
    await database.close();
    if (!(error instanceof PeopleRefused)) throw error;
    throw new Refusal(`${error.message}: start this program with another --space.`);
  }
}

async function openAt(at: DatabaseAt): Promise<Database> {
  try {
    return await openDatabase(at);
  } catch (error) {
    const told = operatorMessage(error);
    const next = 'The operator of this Pleinair must fix this; no drawing was changed.';
    if (typeof told === 'string') throw new Refusal(`The drawings cannot be opened: ${told}. ${next}`);
    const code = errorCode(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    throw new Refusal(
      `The drawings cannot be opened: ${databaseName(at)}: ${error.message} (${code}). ${next}`,
    );
  }
}

/** Base of URLs when there is no host. */
export const LOCAL_URL = 'http://localhost';

/** Replaces ports of routes that this application does not have. */
const absent = () => Promise.reject(new Error('MCP over stdio offers drawings only'));
const NO_AIR: AirPort = { state: absent, history: absent, now: Date.now };
