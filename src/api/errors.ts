/** Every error the contract knows: status, code, and the words for a person. */
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

/** Thrown by handlers, turned into the contract's error body in one place. */
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

/** A parameter of the request line or a header that is not as the contract says: 400. */
export function invalidParameter(name: string, message: string): ApiError {
  return new ApiError('invalid_parameter', `${name}: ${message}`, { details: [{ path: name, message }] });
}

/** A body of the wrong shape: 400 with every problem that was found. */
export function invalidBody(problems: readonly Problem[]): ApiError {
  const first = problems[0];
  const message =
    first === undefined ? 'the body is not valid' : `${first.path || 'the body'}: ${first.message}`;
  return new ApiError('invalid_body', message, { details: problems });
}

/** The current revision goes with every 409 and 412, so that the caller can look again at once. */
export function conflict(rev: number, message: string): ApiError {
  return new ApiError('conflict', `${message} (the current revision is ${rev})`, {
    headers: { ETag: `"${rev}"` },
  });
}

export function gone(rev: number): ApiError {
  return new ApiError('gone', `the drawing is in the trash at revision ${rev}; restore it first`, {
    headers: { ETag: `"${rev}"` },
  });
}

export function notFound(what: string): ApiError {
  return new ApiError('not_found', what);
}
