/** `export` and `import`, on a store that a running server may be using. */
import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import product from '../../package.json' with { type: 'json' };
import { exportArchive, type Progress } from '../../src/api/archive/export.ts';
import { ImportRefused, importArchive } from '../../src/api/archive/import.ts';
import { storeLibrary } from '../../src/api/archive/library.ts';
import { exportWords, importWords, leftOutWords } from '../../src/api/archive/words.ts';
import { HOME, type Store, StoreFull } from '../../src/api/ports.ts';
import type { ZipSource } from '../../src/core/archive/zip-read.ts';
import { makePrivateFolder, PRIVATE_FILE, putInPlace } from '../config/private-files.ts';
import { errorCode, StartError } from '../config/start-error.ts';
import { type Database, openDatabase, PeopleRefused } from '../store/index.ts';
import { configuredDatabase, requireDatabase, requireFile } from './database.ts';

export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Updates the progress in place, on a terminal. */
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes everything into a zip file.
 * @param file absolute path
 * @param space name of the person
 * @returns true if it is complete
 * @throws StartError, ConfigError, StoreFull
 */
export async function exportTo(file: string, host: CommandHost, space: string = HOME): Promise<boolean> {
  const { at } = configuredDatabase(host.env);
  await requireDatabase(at);
  const database = await openDatabase(at);
  try {
    return await exportStore(await storeNamed(database, space), file, host);
  } finally {
    await database.close();
  }
}

/** Like `exportTo`, from an open store. */
export async function exportStore(store: Store, file: string, host: CommandHost): Promise<boolean> {
  if (existsSync(file)) throw new StartError(`${file} already exists; an export never overwrites a file`);
  const draft = `${file}.new-${process.pid}`;
  const handle = await open(draft, 'wx', PRIVATE_FILE).catch(refusedFile(file));
  try {
    const result = await exportArchive(storeLibrary(store), {
      write: (bytes) => writeAll(handle, bytes),
      product: `Pleinair ${product.version}`,
      now: Date.now,
      signal: host.signal,
      onProgress: host.progress,
    });
    await handle.sync();
    putInPlace(draft, file);
    for (const line of leftOutWords(result.leftOut)) host.printError(line);
    host.print(`Exported to ${file}: ${exportWords(result)}`);
    return result.leftOut.length === 0;
  } catch (error) {
    if (host.signal.aborted) throw new StartError('stopped; no file was written');
    throw errorCode(error) === 'ENOSPC' ? new StoreFull(`there is no space for ${file}`) : error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/**
 * Adds the content of an export.
 * @param file absolute path
 * @param space name of the person
 * @returns true if everything was imported
 * @throws StartError, ConfigError
 */
export async function importFrom(file: string, host: CommandHost, space: string = HOME): Promise<boolean> {
  requireFile(file, 'the export');
  const { at } = configuredDatabase(host.env);
  const handle = await open(file, 'r').catch(refusedFile(file));
  try {
    const source = await fileSource(handle);
    if (at.kind === 'sqlite') makePrivateFolder(dirname(at.file));
    const database = await openDatabase(at);
    try {
      const store = await storeNamed(database, space);
      const { signal, progress: onProgress } = host;
      const result = await importArchive(source, store, { now: Date.now, signal, onProgress });
      host.print(`Imported ${file}: ${importWords(result).join(' ')}`);
      for (const line of leftOutWords(result.leftOut)) host.printError(line);
      return result.leftOut.length === 0 && result.stopped === undefined;
    } finally {
      await database.close();
    }
  } catch (error) {
    throw error instanceof ImportRefused ? new StartError(error.message) : error;
  } finally {
    await handle.close();
  }
}

/** @throws StartError if nobody has this name */
async function storeNamed({ people, storeOf }: Database, name: string): Promise<Store> {
  try {
    return storeOf((await people.named(name)).space);
  } catch (error) {
    throw error instanceof PeopleRefused ? new StartError(error.message) : error;
  }
}

function refusedFile(file: string): (error: unknown) => never {
  return (error) => {
    throw new StartError(`${file} cannot be opened (${errorCode(error) ?? String(error)})`);
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}

async function fileSource(handle: FileHandle): Promise<ZipSource> {
  const stat = await handle.stat();
  if (!stat.isFile()) throw new StartError('this is a folder, not a file');
  return {
    size: stat.size,
    async read(at, length) {
      const bytes = new Uint8Array(length);
      for (let read = 0; read < length; ) {
        const { bytesRead } = await handle.read(bytes, read, length - read, at + read);
        if (bytesRead === 0) throw new StartError('the file shrank while it was read');
        read += bytesRead;
      }
      return bytes;
    },
  };
}

/** The host for a terminal. */
export function terminal(env: NodeJS.ProcessEnv): CommandHost {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const { stderr } = process;
  return {
    env,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    progress({ done, total }) {
      if (!stderr.isTTY) return;
      stderr.write(done === total ? '\r\x1b[K' : `\r${done} of ${total} drawings`);
    },
    signal: stop.signal,
  };
}
