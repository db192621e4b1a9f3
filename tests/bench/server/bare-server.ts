/**
 * The upper limit for a server on this machine, in a process of its own: Node's `http.createServer` alone. It
 * responds from memory with what it was told, or writes each body to SQLite first.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

export interface BareResponse {
  /** `GET /readings` */
  readonly request: string;
  readonly status: number;
  /** In addition to those that Node adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface BareOrder {
  readonly answers: readonly BareResponse[];
  /** Bodies of PUT are stored here by path, before the response. */
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

/** Stores the latest bytes of each path. They are on the disk when it returns. */
function keeper(file: string): (address: string, bytes: Uint8Array) => void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE bodies (address TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
  // SQLite does not write a row that is updated to the same value; it does write a replaced one.
  const put = database.prepare('INSERT OR REPLACE INTO bodies VALUES (?, ?)');
  return (address, bytes) => void put.run(address, bytes);
}
