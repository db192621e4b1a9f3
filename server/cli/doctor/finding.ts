/** The result of a check. */
export interface Finding {
  /** `warn`: it works, but could be better. */
  readonly result: 'ok' | 'warn' | 'fail';
  /** What was found, and unless it is ok, what to do. */
  readonly text: string;
}

export const ok = (text: string): Finding => ({ result: 'ok', text });
export const warn = (text: string): Finding => ({ result: 'warn', text });
export const fail = (text: string): Finding => ({ result: 'fail', text });
