/** The help, as it is printed. */
import type { Options } from './arguments.ts';
import { COMMAND_NAMES, COMMANDS } from './commands.ts';
import { type CommandName, HELP } from './help.ts';

/** Columns. */
const WIDTH = 84;

/** How a command is called, in one line. */
export function usage(name: CommandName): string {
  const options = Object.keys(COMMANDS[name].options).length > 0 ? '[OPTIONS]' : '';
  return ['pleinair', name, options, HELP[name].args].filter((part) => part !== '').join(' ');
}

/**
 * All commands.
 * @param dataDir where the drawings are when nothing else is said
 */
export function overview(dataDir: string): string {
  const rows = COMMAND_NAMES.map(
    (name) => [`${name} ${HELP[name].args}`.trim(), HELP[name].summary] as const,
  );
  return `usage: pleinair COMMAND [--help]

${table(rows)}

pleinair COMMAND --help, or pleinair help COMMAND, says more about one of them.
pleinair --version says which Pleinair this is. pleinair-mcp is short for pleinair mcp.

Drawings are kept in ${dataDir}
unless --data DIR, or DATA_DIR in the environment, names another folder.`;
}

/** One command. */
export async function detail(name: CommandName, dataDir: string): Promise<string> {
  const { options, variables } = COMMANDS[name];
  const parts = [`usage: ${usage(name)}`];
  const rows = optionRows(options, dataDir);
  if (rows.length > 0) parts.push(table(rows));
  parts.push(HELP[name].text);
  if (variables !== undefined) parts.push('Variables of the environment:', table(await variables()));
  return parts.join('\n\n');
}

function optionRows(options: Options, dataDir: string): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { value, about }]) => {
    const preset = name === 'data' ? `, else ${dataDir}` : '';
    return [value === undefined ? `--${name}` : `--${name} ${value}`, about + preset];
  });
}

/** Two columns; the second is broken where it is too long. */
function table(rows: readonly (readonly [string, string])[]): string {
  const left = Math.max(...rows.map(([term]) => term.length));
  return rows
    .map(([term, about]) => {
      const [first = '', ...more] = wrapped(about, WIDTH - left - 4);
      const indent = ' '.repeat(left + 4);
      return [`  ${term.padEnd(left)}  ${first}`, ...more.map((line) => indent + line)].join('\n');
    })
    .join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
