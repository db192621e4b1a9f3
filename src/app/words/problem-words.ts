/** What went wrong, as a sentence for a person: what happened, and what is safe. */

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

const WORDS: Readonly<Record<string, string>> = {
  storage_full: 'This device has no room left. Nothing was lost; free some space and try again.',
  unavailable: 'The storage of this device does not answer just now. Nothing was lost; try again.',
  busy: 'There is too much to do just now. Nothing was lost; try again in a moment.',
  conflict: 'It was changed elsewhere meanwhile. Nothing was lost; look at it and try again.',
  gone: 'It is in the trash. Restore it first.',
  not_found: 'It is no longer on this device.',
  unauthorized: 'The token in Settings is not accepted.',
  rate_limited: 'Asked too often. Wait a little and try again.',
};

/** For an error code of the API; undefined for one that has no words of its own. */
export function codeWords(code: string): string | undefined {
  return WORDS[code];
}

/**
 * @param problem an error body of the API, or anything that was thrown
 * @param response the answer it came with, if any came
 */
export function problemWords(problem: unknown, response?: Response): string {
  if (isErrorBody(problem)) return codeWords(problem.error.code) ?? problem.error.message;
  if (response) return `The storage of this device answered with an error (${response.status}).`;
  if (problem instanceof TypeError) return 'Nothing answered. Nothing was lost; try again.';
  if (problem instanceof Error && problem.message) return problem.message;
  return 'Something went wrong. Nothing was lost; try again.';
}
