/** What a check of doctor finds. */
export interface Finding {
  /** `warn` is for what works, and could be better. */
  readonly result: 'ok' | 'warn' | 'fail';
  /** What was found; what to do, unless it is ok. */
  readonly text: string;
}

export const ok = (text: string): Finding => ({ result: 'ok', text });
export const warn = (text: string): Finding => ({ result: 'warn', text });
export const fail = (text: string): Finding => ({ result: 'fail', text });
