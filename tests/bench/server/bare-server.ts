/**
 * The limit for a server on this machine, as a process of its own: Node's `http.createServer` alone, answering from
 * memory what it was told to answer, or writing each body to SQLite first.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

export interface BareAnswer {
  /** `GET /readings` */
  readonly request: string;
  readonly status: number;
  /** Beside those that Node itself adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface BareOrder {
  readonly answers: readonly BareAnswer[];
  /** Bodies of PUT are kept here, by address, before the answer. */
  readonly database: string;
}

process.on('message', ({ answers, database }: BareOrder) => {
  const byRequest = new Map(answers.map((answer) => [answer.request, answer]));
  const put = keeper(database);
  const server = createServer((request, response) => {
    const answer = byRequest.get(`${request.method} ${request.url}`)!;
    const reply = () => {
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    };
    if (request.method !== 'PUT') return reply();
    read(request, (body) => {
      put(request.url ?? '', body);
      reply();
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());

function read(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks)));
}

/** Keeps the latest bytes of each address, on the disk when it returns. */
function keeper(file: string): (address: string, bytes: Uint8Array) => void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE bodies (address TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
  // A row that is updated to what it holds already is not written at all; a replaced one is.
  const put = database.prepare('INSERT OR REPLACE INTO bodies VALUES (?, ?)');
  return (address, bytes) => void put.run(address, bytes);
}
