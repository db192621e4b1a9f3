/**
 * What becomes of an error: a refusal is told as it is, anything else is a defect, which the log names and whose
 * text nobody outside ever reads.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Refusal } from './ask.ts';

/** Keeps a defect where the operator looks. @returns the id that names it */
export type Report = (error: unknown) => string;

/**
 * The result of a tool. An error has its text only: clients of 2025-11-25 hold structured content to the tool's
 * schema even then.
 */
export async function toolOutcome(
  work: () => Promise<CallToolResult>,
  report: Report,
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
export async function otherOutcome<T>(work: () => Promise<T>, report: Report): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, wordsFor(error, report));
  }
}

function wordsFor(error: unknown, report: Report): string {
  if (error instanceof Refusal) return error.message;
  const id = report(error);
  return `Something went wrong on the server; its log names it ${id}. Calling again at once will not help.`;
}
