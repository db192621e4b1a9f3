/** What `npm run export` and `npm run import` do, on the store that the server may be using. */
import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import product from '../../../package.json' with { type: 'json' };
import { exportArchive, type Progress } from '../../../src/api/archive/export.ts';
import { ImportRefused, importArchive } from '../../../src/api/archive/import.ts';
import { storeLibrary } from '../../../src/api/archive/library.ts';
import { exportWords, importWords, leftOutWords } from '../../../src/api/archive/words.ts';
import { StoreFull } from '../../../src/api/ports.ts';
import type { ZipSource } from '../../../src/core/archive/zip-read.ts';
import { makePrivateFolder, PRIVATE_FILE, putInPlace } from '../../config/private-files.ts';
import { errorCode, forOperator, StartError } from '../../config/start-error.ts';
import { sqliteStore } from '../../store/index.ts';
import { HELP } from '../help.ts';
import { configuredDatabase, requireFile } from './database.ts';

export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Shown in place, where somebody looks on. */
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** @returns the exit status */
type Command = (file: string, host: CommandHost) => Promise<number>;

/** `npm run export` and `npm run import`, to their exit status. Problems are one line each. */
export async function archiveCommand(
  name: 'export' | 'import',
  args: readonly string[],
  host: CommandHost,
): Promise<number> {
  try {
    const { values, positionals } = parsed(name, args);
    if (values.help) {
      host.print(`usage: npm run ${name} -- FILE\n\n${HELP[name].text}\n`);
      host.print('DATA_DIR says where the drawings are (./data).');
      return 0;
    }
    const [file, ...more] = positionals;
    if (file === undefined || file === '' || more.length > 0) throw usage(name);
    return await moveArchive(name, file, host);
  } catch (error) {
    host.printError(`${name} failed: ${String(forOperator(error))}`);
    return 1;
  }
}

/**
 * Exports or imports, to the exit status. What goes wrong is said in a line.
 * @param file where the person is, or absolute
 */
export async function moveArchive(
  name: 'export' | 'import',
  file: string,
  host: CommandHost,
): Promise<number> {
  try {
    const commands: Record<typeof name, Command> = { export: exportTo, import: importFrom };
    return await commands[name](resolve(file), host);
  } catch (error) {
    const isRefused = error instanceof ImportRefused;
    host.printError(`${name} failed: ${isRefused ? error.message : String(forOperator(error))}`);
    return 1;
  }
}

function usage(name: string): StartError {
  return new StartError(`usage: npm run ${name} -- FILE (--help says more)`);
}

function parsed(name: string, args: readonly string[]) {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw usage(name);
  }
}

const exportTo: Command = async (file, host) => {
  const from = configuredDatabase(host.env);
  requireFile(from, 'the database');
  if (existsSync(file)) throw new StartError(`${file} exists already; an export overwrites nothing`);
  const draft = `${file}.new-${process.pid}`;
  const store = sqliteStore({ file: from });
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
    return result.leftOut.length === 0 ? 0 : 1;
  } catch (error) {
    if (host.signal.aborted) throw new StartError('it was stopped, and no file was written');
    throw errorCode(error) === 'ENOSPC' ? new StoreFull(`there is no room for ${file}`) : error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
    await store.close();
  }
};

const importFrom: Command = async (file, host) => {
  requireFile(file, 'the export');
  const to = configuredDatabase(host.env);
  const handle = await open(file, 'r').catch(refusedFile(file));
  try {
    const source = await fileSource(handle);
    makePrivateFolder(dirname(to));
    const store = sqliteStore({ file: to });
    try {
      const { signal, progress: onProgress } = host;
      const result = await importArchive(source, store, { now: Date.now, signal, onProgress });
      host.print(`Imported ${file}: ${importWords(result).join(' ')}`);
      for (const line of leftOutWords(result.leftOut)) host.printError(line);
      return result.leftOut.length === 0 && result.stopped === undefined ? 0 : 1;
    } finally {
      await store.close();
    }
  } finally {
    await handle.close();
  }
};

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
  if (!stat.isFile()) throw new StartError('this is a folder, and no file');
  return {
    size: stat.size,
    async read(at, length) {
      const bytes = new Uint8Array(length);
      for (let read = 0; read < length; ) {
        const { bytesRead } = await handle.read(bytes, read, length - read, at + read);
        if (bytesRead === 0) throw new StartError('the file became shorter while it was read');
        read += bytesRead;
      }
      return bytes;
    },
  };
}

/** The host that a terminal is. */
export function terminal(): CommandHost {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const { stderr } = process;
  return {
    env: process.env,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    progress({ done, total }) {
      if (!stderr.isTTY) return;
      stderr.write(done === total ? '\r\x1b[K' : `\r${done} of ${total} drawings`);
    },
    signal: stop.signal,
  };
}
