/**
 * Turns errors into results. A refusal is reported as it is. Anything else is a defect: the log names it, and
 * its text never leaves the server.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Refusal } from './ask.ts';

/**
 * Logs a defect.
 * @returns the id that the log gives it
 */
export type ReportDefect = (error: unknown) => string;

/**
 * The result of a tool. An error has text only, because clients of 2025-11-25 check structured content against
 * the tool's schema even then.
 */
export async function toolOutcome(
  work: () => Promise<CallToolResult>,
  report: ReportDefect,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: wordsFor(error, report) }] };
  }
}

/**
 * The result of a resource or a prompt.
 * @throws ProtocolError
 */
export async function resourceOutcome<T>(work: () => Promise<T>, report: ReportDefect): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, wordsFor(error, report));
  }
}

function wordsFor(error: unknown, report: ReportDefect): string {
  if (error instanceof Refusal) return error.message;
  const id = report(error);
  return `Something went wrong on the server; its log names it ${id}. Calling again at once will not help.`;
}
