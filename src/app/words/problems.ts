/** Problems as sentences for a person. */
import { problems as words } from './en/problems.ts';

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

/** The sentence for an error code of the API; undefined for a code without one. */
export function codeWords(code: string): string | undefined {
  const codes: Readonly<Record<string, string>> = words.codes;
  return codes[code];
}

/**
 * The sentence for an error.
 * @param problem an error body of the API, or a thrown value
 * @param response the response with the error body, if there was one
 */
export function problemWords(problem: unknown, response?: Response): string {
  if (isErrorBody(problem)) return codeWords(problem.error.code) ?? problem.error.message;
  if (response) return words.answered(response.status);
  if (problem instanceof TypeError) return words.noAnswer;
  if (problem instanceof Error && problem.message) return problem.message;
  return words.other;
}
