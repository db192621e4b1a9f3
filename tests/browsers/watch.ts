/** Watches for what a page should not do: uncaught errors, violations of the policy, errors on the console. */
import type { Engine } from './engine.ts';

/** Runs in the page before its scripts. Its record survives a reload. */
export function watch(): void {
  const note = (text: string) => {
    const seen: string[] = JSON.parse(sessionStorage.getItem('test-problems') ?? '[]');
    sessionStorage.setItem('test-problems', JSON.stringify([...seen, text]));
  };
  const words = (thrown: unknown) =>
    thrown instanceof Error ? `${thrown.message}\n${thrown.stack}` : String(thrown);
  addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) note(`error: ${words(event.error ?? event.message)}`);
  });
  addEventListener('unhandledrejection', (event) => note(`rejection: ${words(event.reason)}`));
  addEventListener('securitypolicyviolation', (event) => {
    note(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });
  const { error } = console;
  console.error = (...args) => {
    note(`console.error: ${args.map(words).join(' ')}`);
    error.apply(console, args);
  };
}

/** The problems on this origin since the last call. */
export async function problems(engine: Engine): Promise<string[]> {
  return engine.run(() => {
    const seen: string[] = JSON.parse(sessionStorage.getItem('test-problems') ?? '[]');
    sessionStorage.removeItem('test-problems');
    return seen;
  });
}
