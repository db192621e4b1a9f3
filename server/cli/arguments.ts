/** Reads what stands after a command, and refuses what it does not know: nothing that a person typed is passed over. */
import { parseArgs } from 'node:util';

/** What was typed makes no sense here. The message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** As a person reads it in a line: no control character, and not all of a long text. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

export interface Option {
  /** Stands for its value in the help; without it the option has none. */
  readonly value?: string;
  readonly about: string;
}
export type Options = Readonly<Record<string, Option>>;

export interface Arguments {
  readonly files: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  /** Options without a value. */
  readonly flags: ReadonlySet<string>;
}

const SHORT: Readonly<Record<string, string>> = { h: 'help' };

/**
 * @param options those that the command has, beside --help
 * @throws UsageError
 */
export function readArguments(args: readonly string[], options: Options): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries([
      ['help', { type: 'boolean', short: 'h' }],
      ...Object.entries(options).map(([name, { value }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ]),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const files: string[] = [];
  const values = new Map<string, string>();
  const flags = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    const name = SHORT[token.name] ?? token.name;
    const option = name === 'help' ? { about: '' } : options[name];
    if (option === undefined) throw new UsageError(`there is no option ${quoted(token.rawName)}`);
    if (option.value === undefined) {
      if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
      flags.add(name);
      continue;
    }
    const value = token.value?.trim() ?? '';
    if (value === '')
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
    if (values.has(name)) throw new UsageError(`${token.rawName} was given twice`);
    values.set(name, value);
  }
  return { files, values, flags };
}
