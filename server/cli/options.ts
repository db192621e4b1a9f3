/** Options and arguments that several commands share. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import type { ServerParts } from '../serve.ts';

/** Where the command line runs: in a clone or in the installed package. */
export interface Place {
  /** Default folder of the drawings; absolute path. */
  readonly dataDir: string;
  /** Parts of `serve` that a test replaces. */
  readonly serverParts?: ServerParts;
}

export interface DataOptions {
  readonly data?: string;
}

export interface SpaceOptions extends DataOptions {
  readonly space?: string;
}

export interface ListenOptions extends DataOptions {
  readonly host?: string;
  readonly port?: string;
}

export function dataOption({ dataDir }: Place): Option {
  return new Option('--data <folder>', `folder of the drawings (else DATA_DIR, else ${dataDir})`).argParser(
    onlyOnce,
  );
}

/** Selects a person's drawings. */
export function spaceOption(): Option {
  return new Option('--space <name>', 'name of the person, as in people list (else home)').argParser(
    onlyOnce,
  );
}

export function hostOption(): Option {
  return new Option('--host <address>', 'address to listen on (else HOST, else 127.0.0.1)').argParser(
    onlyOnce,
  );
}

export function portOption(preset: string): Option {
  return new Option('--port <number>', `port to listen on (else ${preset})`).argParser(onlyOnce);
}

export function fileArgument(about: string): Argument {
  return new Argument('<file>', about).argParser((value: string) => filled(value));
}

/** Parses an option that may be given only once: with two values, it is unclear which one counts. */
export function onlyOnce(value: string, previous: string | undefined): string {
  if (previous !== undefined) throw new InvalidArgumentError('It was given twice.');
  return filled(value);
}

/** Parses a whole number of at least 1. */
export function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(value);
}

function filled(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

/** The environment, overridden by the options, and with the folder of the drawings. */
export function environment({ data, host, port }: ListenOptions, { dataDir }: Place): NodeJS.ProcessEnv {
  const { HOST = '', PORT = '', DATA_DIR = '' } = process.env;
  return {
    ...process.env,
    HOST: host ?? HOST,
    PORT: port ?? PORT,
    DATA_DIR: data ?? (DATA_DIR.trim() === '' ? dataDir : DATA_DIR),
  };
}

/** Example lines for the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
