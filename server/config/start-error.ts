/** Errors for the operator of the server: one line says what to do. */
import { SpaceGone, StoreCorrupt, StoreFull, StoreUnavailable } from '../../src/api/ports.ts';
import { ConfigError } from './config.ts';

/** The server or a command cannot start, for a reason that the operator can fix. The message is one line. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The code of a system error (`EACCES`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * What to print of an error that ended a program: one line if the message is written for the operator,
 * everything if it is a defect.
 */
export function operatorMessage(error: unknown): unknown {
  const known = [ConfigError, StartError, SpaceGone, StoreCorrupt, StoreUnavailable, StoreFull];
  const isKnown = error instanceof Error && known.some((type) => error instanceof type);
  return isKnown ? error.message.replace(/\s*\n\s*/g, ' ') : error;
}
