/**
 * Runs a program, and ends it when our standard input ends: so also when whoever started it was killed. It prints the
 * program's id on descriptor 3, and exits when the program does.
 *
 * Arguments: the signal that ends the program, the program, and its arguments.
 */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';

const [signal = '', program = '', ...args] = process.argv.slice(2);
/** How long the program may take to end, ms. */
const ENDING_MS = 15_000;

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  console.error(String(error));
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
if (child.pid !== undefined) writeSync(3, `${child.pid}\n`);
process.stdin.resume().on('end', () => {
  if (signal !== 'SIGKILL') child.kill('SIGTERM');
  // A program that was stopped hears no other signal.
  setTimeout(() => child.kill('SIGKILL'), signal === 'SIGKILL' ? 0 : ENDING_MS);
});
