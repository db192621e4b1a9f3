/** The work of `people`, on the database that a running server may be using. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, type SpaceLimits } from '../../src/api/drawings/change/size.ts';
import { CODE_MINUTES, pairingLink } from '../../src/api/pairing/pairing-link.ts';
import type { SpaceUse } from '../../src/api/ports.ts';
import { readConfig } from '../config/config.ts';
import { makePrivateFolder } from '../config/private-files.ts';
import { StartError } from '../config/start-error.ts';
import { listenerUrl } from '../http/http.ts';
import {
  type Database,
  isMixed,
  type NewToken,
  openDatabase,
  type People,
  PeopleRefused,
  type Person,
} from '../store/index.ts';
import { type CommandHost, exportStore } from './archive.ts';
import { configuredDatabase, requireDatabase } from './database.ts';
import { sizeWords } from './sizes.ts';

/** Name of a device that was given none. */
const A_DEVICE = 'a device';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the database, does the work, and prints what it returns.
 * @throws StartError if there is no database, or the work is refused
 */
export async function withPeople(
  env: Readonly<Record<string, string | undefined>>,
  work: (people: People) => Promise<string>,
): Promise<void> {
  await withDatabase(env, async ({ people }) => console.log(await work(people)));
}

async function withDatabase(
  env: Readonly<Record<string, string | undefined>>,
  work: (database: Database, dataDir: string) => Promise<void>,
): Promise<void> {
  const { at, dataDir } = configuredDatabase(env);
  await requireDatabase(at);
  const database = await openDatabase(at);
  try {
    await work(database, dataDir);
  } catch (error) {
    throw error instanceof PeopleRefused ? new StartError(error.message) : error;
  } finally {
    await database.close();
  }
}

export async function addPerson(
  people: People,
  name: string,
  { device = A_DEVICE, ...limits }: { readonly device?: string | undefined } & Partial<SpaceLimits>,
): Promise<string> {
  const { token, id, ...person } = await people.addWithToken(name, device, limits);
  const mixed = isMixed(person.name)
    ? 'This name mixes Latin letters with Cyrillic or Greek ones, which look alike.\n'
    : '';
  return `Added ${person.name}.\n${mixed}${tokenWords({ token, id }, device)}`;
}

/** @throws PeopleRefused if nothing is given, and if there is nobody of this name */
export async function limitPerson(
  people: People,
  name: string,
  limits: Partial<SpaceLimits>,
): Promise<string> {
  if (Object.keys(limits).length === 0) throw new PeopleRefused('give --limit, --drawings, or both');
  await people.limit(name, limits);
  return personLines(await people.named(name));
}

export async function newToken(people: People, name: string, device = A_DEVICE): Promise<string> {
  return tokenWords(await people.addToken(name, device), device);
}

function tokenWords({ token, id }: NewToken, device: string): string {
  return `Token ${id} for ${device}, shown only now:\n\n  ${token}\n\nEnter it in Settings on the device. Whoever has it can see and change these drawings.`;
}

/**
 * Makes a link that lets a device in, once.
 * @param address of the server, as people use it, without a trailing slash
 */
export async function invite(people: People, name: string, address: string): Promise<string> {
  const person = await people.named(name);
  const { code } = await people.makeCode(person.space);
  const link = pairingLink(address, code);
  const { renderUnicodeCompact } = await import('uqr');
  return [
    `A link for a device of ${person.name}. It works once, within ${CODE_MINUTES} minutes:`,
    `  ${link}`,
    renderUnicodeCompact(link, { ecc: 'M', border: 2 }),
    'Whoever opens it can see and change these drawings.',
  ].join('\n\n');
}

/**
 * The address that people use: PUBLIC_URL, or the one that a server listens on by default.
 * @throws ConfigError
 */
export function publicAddress({ PUBLIC_URL, HOST, PORT }: Environment): string {
  const { publicUrl, host, port } = readConfig({ PUBLIC_URL, HOST, PORT }, () => undefined);
  return publicUrl ?? listenerUrl(host, port);
}

export async function revoke(people: People, id: string): Promise<string> {
  const codes = await people.revoke(id);
  const noun = codes === 1 ? 'code' : 'codes';
  const ended = codes === 0 ? '' : ` ${codes} ${noun} for another device ended with it.`;
  return `Token ${id} was revoked.${ended}`;
}

export async function listPeople(people: People): Promise<string> {
  return (await people.list()).map(personLines).join('\n');
}

function personLines({ name, createdAt, tokens, use, limits, isClosed }: Person): string {
  const since = createdAt === null ? 'DRAW_TOKEN opens it' : `since ${createdAt.slice(0, 10)}`;
  const rows = tokens.map(
    ({ id, device, usedOn }) =>
      `  ${id}  ${device}, ${usedOn === null ? 'never used' : `last used ${usedOn}`}`,
  );
  return [`${name} (${since}${isClosed ? ', closed' : ''})`, `  ${useWords(use, limits)}`, ...rows].join(
    '\n',
  );
}

/** What a person uses and may use: `12 of 5000 drawings, 3.4 MB of 2 GB`. */
function useWords(use: SpaceUse, limits: SpaceLimits): string {
  const { drawings } = use;
  const count = limits.drawings === null ? drawings : `${drawings} of ${limits.drawings}`;
  const noun = (limits.drawings ?? drawings) === 1 ? 'drawing' : 'drawings';
  const size = sizeWords(bytesOf(use));
  return `${count} ${noun}, ${limits.bytes === null ? size : `${size} of ${sizeWords(limits.bytes)}`}`;
}

/**
 * Closes the space, writes an export of everything, then removes the person. So nothing is written after the export.
 * @param to absolute path of the export; undefined for one beside the database, false for none
 * @throws StartError if the export is incomplete; nothing is removed then
 */
export async function removePerson(
  name: string,
  to: string | false | undefined,
  host: CommandHost,
): Promise<void> {
  await withDatabase(host.env, async ({ people, storeOf }, dataDir) => {
    const person = await people.named(name);
    if (person.createdAt === null) throw new PeopleRefused('home cannot be removed: DRAW_TOKEN opens it');
    if (to === false) {
      await people.remove(person.name);
    } else {
      // With PostgreSQL, nothing else has created the folder.
      if (to === undefined) makePrivateFolder(dataDir);
      const target = to ?? freeName(join(dataDir, `removed-${person.space}`));
      await whileClosed(people, person.name, host, async (closing) => {
        if (!(await exportStore(storeOf(person.space), target, host))) {
          throw new StartError(`${target} is incomplete, so ${person.name} was not removed`);
        }
        await people.remove(person.name, closing);
      });
    }
    host.print(`Removed ${person.name}.`);
  });
}

/** Runs work while nobody can open a person's space. If the work fails, the tokens open it again. */
async function whileClosed(
  people: People,
  name: string,
  { printError }: Pick<CommandHost, 'printError'>,
  work: (closing: string) => Promise<void>,
): Promise<void> {
  const closing = await people.close(name);
  try {
    await work(closing);
  } catch (error) {
    await people.open(closing).catch(() => {
      printError(`${name} stays closed: remove ${name} again, or let ${name} in with "people new-token".`);
    });
    throw error;
  }
}

function freeName(base: string): string {
  let name = `${base}.zip`;
  for (let number = 2; existsSync(name); number += 1) name = `${base}-${number}.zip`;
  return name;
}
