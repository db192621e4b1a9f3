/**
 * Chromium as people have it, with no debugger on its workers. Playwright's debugger keeps a worker from
 * ending, and so hides how one replaces another.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../../support/browser.ts';

const ARGS = ['--headless=new', '--no-sandbox', '--no-first-run', '--disable-background-networking'];

export interface PlainPage extends AsyncDisposable {
  goto(url: string): Promise<void>;
  /**
   * The value of an expression, awaited if it is a promise. Rejects if the page is gone or the expression
   * throws.
   */
  evaluate<T>(expression: string): Promise<T>;
}

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly text: string };
  };
}

/** Starts a browser with one page and a profile of its own. */
export async function openPlainPage(): Promise<PlainPage> {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-plain-'));
  const args = [...ARGS, '--remote-debugging-port=0', `--user-data-dir=${dir}`, 'about:blank'];
  const browser = spawn(chromiumPath(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const socket = new WebSocket(await pageAddress(browser));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  const send = (method: string, params: object) =>
    new Promise<Reply>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    async goto(url) {
      await send('Page.navigate', { url });
    },
    async evaluate<T>(expression: string): Promise<T> {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const { error, result } = await send('Runtime.evaluate', params);
      const problem = error?.message ?? result?.exceptionDetails?.text;
      if (problem !== undefined) throw new Error(problem);
      return result?.result?.value as T;
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      browser.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The debugger's address of the first page. */
async function pageAddress(browser: ChildProcess): Promise<string> {
  const host = await new Promise<string>((resolve, reject) => {
    let said = '';
    browser.once('exit', () => reject(new Error(`The browser ended at its start. It said:\n${said}`)));
    browser.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /DevTools listening on ws:\/\/([^/]+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const targets: { type: string; webSocketDebuggerUrl: string }[] = JSON.parse(
    await (await fetch(`http://${host}/json`)).text(),
  );
  const page = targets.find(({ type }) => type === 'page');
  if (page === undefined) throw new Error('The browser has no page.');
  return page.webSocketDebuggerUrl;
}
