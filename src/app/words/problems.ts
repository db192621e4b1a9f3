/** What went wrong, as a sentence for a person. */
import { problems as words } from './en/problems.ts';

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

/** For an error code of the API; undefined for one that has no words of its own. */
export function codeWords(code: string): string | undefined {
  const codes: Readonly<Record<string, string>> = words.codes;
  return codes[code];
}

/**
 * @param problem an error body of the API, or anything that was thrown
 * @param response the answer it came with, if any came
 */
export function problemWords(problem: unknown, response?: Response): string {
  if (isErrorBody(problem)) return codeWords(problem.error.code) ?? problem.error.message;
  if (response) return words.answered(response.status);
  if (problem instanceof TypeError) return words.noAnswer;
  if (problem instanceof Error && problem.message) return problem.message;
  return words.other;
}
