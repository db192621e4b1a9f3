/** All errors of the contract: status, code and message. */
import type { Problem } from '../core/drawing/types.ts';

export const ERROR_STATUS = {
  invalid_parameter: 400,
  invalid_json: 400,
  invalid_body: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  key_reused: 422,
  precondition_required: 428,
  rate_limited: 429,
  internal: 500,
  auth_not_configured: 503,
  unavailable: 503,
  busy: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorOptions {
  readonly details?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that handlers throw. One place (dispatch.ts) turns it into the error body of the contract. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: readonly Problem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message);
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** A 400 for a query parameter or header that breaks the contract. */
export function invalidParameter(name: string, message: string): ApiError {
  return new ApiError('invalid_parameter', `${name}: ${message}`, { details: [{ path: name, message }] });
}

/** A 400 for an invalid body, with all problems found. */
export function invalidBody(problems: readonly Problem[]): ApiError {
  const first = problems[0];
  const message =
    first === undefined ? 'the body is not valid' : `${first.path || 'the body'}: ${first.message}`;
  return new ApiError('invalid_body', message, { details: problems });
}

/** A 409 with the current revision, so that the caller can read it again at once. */
export function conflict(rev: number, message: string): ApiError {
  return new ApiError('conflict', `${message} (the current revision is ${rev})`, {
    headers: { ETag: `"${rev}"` },
  });
}

export function gone(rev: number): ApiError {
  return new ApiError('gone', `the drawing is in the trash (revision ${rev}); restore it first`, {
    headers: { ETag: `"${rev}"` },
  });
}

export function notFound(what: string): ApiError {
  return new ApiError('not_found', what);
}
