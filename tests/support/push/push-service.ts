/** A push service on loopback, with browsers that decrypt what they get (RFC 8291) and check who sent it (RFC 8292). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '../../../src/core/alerts/message.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly message: PushMessage;
}

export interface TestBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly received: readonly Received[];
}

export interface PushService {
  readonly origin: string;
  /** What it answers: a status, nothing ever, or 100 MB. */
  answer: number | 'hang' | 'huge';
  /** For how long it asks to be left alone, with whatever it answers but success: seconds, or an HTTP date. */
  retryAfter: string | undefined;
  /** Requests so far, whatever was answered. */
  requests: number;
  /** @param key that of the server, which alone may send */
  browser(key: string): TestBrowser;
  /** From now on, whatever is sent there is answered with 410: the browser has ended the subscription. */
  end(endpoint: string): void;
  /** From now on, whatever is sent there is answered with this status. */
  refuse(endpoint: string, status: number): void;
  close(): Promise<void>;
}

/** @param now ms since the epoch: whoever sends must be of that time */
export async function startPushService(now: () => number = Date.now): Promise<PushService> {
  const browsers = new Map<string, ((headers: IncomingHttpHeaders, body: Buffer) => void) | number>();
  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    service.requests += 1;
    const { answer } = service;
    if (answer === 'hang') return;
    const status = answer === 'huge' ? 201 : answer;
    const receive = browsers.get(request.url ?? '');
    try {
      if (typeof receive === 'number') {
        response.writeHead(receive).end();
        return;
      }
      if (receive === undefined) throw new Error('no such browser');
      if (status === 201) receive(request.headers, Buffer.concat(parts));
      const pause = status >= 400 &&
        service.retryAfter !== undefined && { 'retry-after': service.retryAfter };
      response.writeHead(status, { location: `${service.origin}/elsewhere`, ...pause });
    } catch (error) {
      response.writeHead(400).end(String(error));
      return;
    }
    if (answer !== 'huge') {
      response.end();
      return;
    }
    const megabyte = Buffer.alloc(1024 * 1024);
    for (let n = 0; n < 100 && !response.destroyed; n += 1) {
      if (!response.write(megabyte)) {
        await new Promise<void>((resolve) => {
          response.once('drain', resolve).once('close', resolve);
        });
      }
    }
    response.end();
  }
  const server = createServer((request, response) => {
    // A request that is cut off.
    answered(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: PushService = {
    origin,
    answer: 201,
    retryAfter: undefined,
    requests: 0,
    browser(key) {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const received: Received[] = [];
      browsers.set(path, (headers, body) => {
        checkSender(String(headers.authorization), key, origin, now());
        const message = JSON.parse(decrypted(body, ecdh, p256dh, auth));
        received.push({ headers, message });
      });
      const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
      return { endpoint: origin + path, keys, received };
    },
    end: (endpoint) => service.refuse(endpoint, 410),
    refuse: (endpoint, status) => void browsers.set(new URL(endpoint).pathname, status),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

function decrypted(body: Buffer, ecdh: ReturnType<typeof createECDH>, own: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
  const input = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32));
  const derive = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, size));
  const content = body.subarray(21 + length);
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()]);
  // The text, a 2, and any number of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** @throws unless it is signed with the key, for this push service, and not for longer than a day */
function checkSender(authorization: string, key: string, origin: string, now: number): void {
  const [, token = '', sent = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const left = exp - now / 1000;
  if (
    !isSigned ||
    sent !== key ||
    aud !== origin ||
    !(left > 0 && left <= 86_400) ||
    !/^(https|mailto):/.test(sub)
  ) {
    throw new Error('not of the server that was subscribed to');
  }
}
