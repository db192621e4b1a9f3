/** What the stand-in can be told to do wrong, each seen of the real upstream or of what lies before it. */
import type { ServerResponse } from 'node:http';
import { HOUR } from '../../../src/core/air/time.ts';
import type { Metric } from '../../../src/core/air/types.ts';
import type { Reply } from './body.ts';
import { envelope, NO_DATA, replyTo } from './body.ts';

export const FAULTS = [
  /** The connection breaks before an answer. */
  'down',
  '500',
  '404',
  '429',
  /** No answer at all. */
  'hang',
  /** A page for people with status 200. */
  'html',
  /** The connection breaks in the middle of the body. */
  'cut-off',
  /** Status 200 and one item without anything. */
  'empty',
  /** A body of many megabytes. */
  'huge',
  /** No new hour for four hours. */
  'frozen',
  /** Hours that have not begun. */
  'ahead',
] as const;
export type Fault = (typeof FAULTS)[number];
export type Faults = Partial<Record<Metric, Fault | null>>;

const FROZEN_FOR = 4 * HOUR;
const AHEAD_BY = 2 * HOUR;
const HUGE = 'x'.repeat(3 * 1024 * 1024);
const LIMITED: Reply = {
  status: 429,
  json: {
    code: 24,
    name: 'TOO_MANY_REQUESTS',
    data: null,
    errorMsg: 'Rate limit exceeded. Please try again in 10 seconds.',
  },
};

export function isFault(value: unknown): value is Fault {
  return FAULTS.some((fault) => fault === value);
}

/** Answers as `fault` has it; without one, as the upstream does on a good day. */
export function answer(
  response: ServerResponse,
  fault: Fault | undefined,
  question: { readonly metric: Metric; readonly date: string | null; readonly now: number },
): void {
  const { metric, date, now } = question;
  switch (fault) {
    case 'down':
      response.destroy();
      break;
    case 'hang':
      break;
    case '500':
      sendText(response, 500, '<html><body>Internal Server Error</body></html>');
      break;
    case 'html':
      sendText(response, 200, '<html><body>Under maintenance</body></html>');
      break;
    case 'cut-off':
      cutOff(response, replyTo(metric, date, now));
      break;
    default:
      sendJson(response, replyWith(fault, metric, date, now));
  }
}

/** Faults that are well-formed answers. */
type Answered = Exclude<Fault, 'down' | 'hang' | '500' | 'html' | 'cut-off'> | undefined;

function replyWith(fault: Answered, metric: Metric, date: string | null, now: number): Reply {
  switch (fault) {
    case '404':
      return NO_DATA;
    case '429':
      return LIMITED;
    case 'empty':
      return envelope([{}]);
    case 'huge':
      return { status: 200, json: { code: 0, data: null, errorMsg: HUGE } };
    case 'frozen':
      return replyTo(metric, date, now - FROZEN_FOR);
    case 'ahead':
      return replyTo(metric, date, now + AHEAD_BY);
    case undefined:
      return replyTo(metric, date, now);
  }
}

export function sendJson(response: ServerResponse, { status, json }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

function sendText(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(html);
}

function cutOff(response: ServerResponse, { status, json }: Reply): void {
  const text = JSON.stringify(json);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}
