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
  if (url === undefined) return { kind: 'sqlite', file: databaseFile(dataDir) };
  return { kind: 'postgres', url: url.replace(FULL_IN_DRIVER, '$1verify-full') };
}

/**
 * Values of sslmode that the driver takes for verify-full, with a long warning: its next version may weaken them, and
 * what the warning advises is refused here.
 */
const FULL_IN_DRIVER = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

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

/** The options of an address, each with the values that it may have. The driver would take any others in silence. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  sslmode: /^(?:disable|prefer|require|verify-ca|verify-full|no-verify)$/,
  sslrootcert: /./,
  sslcert: /./,
  sslkey: /./,
  // The folder of a socket, where the address has no host.
  host: /^\//,
  options: /./,
  application_name: /./,
};
export const POSTGRES_OPTIONS = Object.keys(OPTIONS).join(', ');

/** True if an address has no options but these. */
export function hasPostgresOptions(text: string): boolean {
  const options = [...(URL.parse(text)?.searchParams ?? [])];
  const names = new Set(options.map(([name]) => name));
  return names.size === options.length && options.every(([name, value]) => OPTIONS[name]?.test(value));
}

/** True for an address of a PostgreSQL database, with its host and its name. */
export function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  // A slash or a question mark in a password ends it; the rest would be taken for the name, and printed.
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || !/^\/[^/@]+$/.test(url.pathname))
    return false;
  if (url.hostname === '' ? !url.searchParams.has('host') : url.searchParams.has('host')) return false;
  if (url.port === '0' || url.hash !== '' || (url.username === '' && url.password !== '')) return false;
  try {
    // A per cent sign that stands for itself must be written as %25.
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
