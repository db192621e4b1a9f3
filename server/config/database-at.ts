/** Where the drawings are: in a file of SQLite, or in a PostgreSQL database. */
import { join } from 'node:path';

export type DatabaseAt =
  | {
      readonly kind: 'sqlite';
      /** Absolute path. */
      readonly file: string;
    }
  | {
      readonly kind: 'postgres';
      /** With the password: it must not be printed. */
      readonly url: string;
    };

/** Path of the database in a data directory. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'pleinair.sqlite');
}

export function databaseAt(config: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}): DatabaseAt {
  const { dataDir, databaseUrl: url } = config;
  return url === undefined ? { kind: 'sqlite', file: databaseFile(dataDir) } : { kind: 'postgres', url };
}

/** What to print of a database, without user and password: a path, or `PostgreSQL, pleinair at db:5432`. */
export function databaseName(at: DatabaseAt): string {
  return at.kind === 'sqlite' ? at.file : postgresName(at.url);
}

/** The name and host in the address of a PostgreSQL database. */
export function postgresName(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  const where = host === '' ? (searchParams.get('host') ?? 'this machine') : host;
  return `the PostgreSQL database ${decodeURIComponent(pathname.slice(1))} at ${where}`;
}

/** The password in an address as it stands there and as it is meant; empty without one. */
export function passwordsOf(url: string): string[] {
  const { password } = new URL(url);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}

/** True for an address of a PostgreSQL database, with its name. */
export function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.pathname.length < 2) return false;
  try {
    // A per cent sign that stands for itself must be written as %25.
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
