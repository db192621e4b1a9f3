/** Cases: tickets for streams. Only servers make them; a device passes the requests on. */
import assert from 'node:assert/strict';
import type { Caller, Case, SendOptions } from '../caller.ts';
import { assertEnded, secretOf, share, sharedPath } from '../cases/shares.ts';
import { newDrawing, path, refused } from '../support.ts';
import type { TestResponse } from '../target.ts';

export const LIVE_TICKETS = '/api/v1/live-tickets';
export const sharedTickets = (secret: string) => `${sharedPath(secret)}/live-tickets`;

/** A ticket for the stream of a link, as somebody without a token gets it. */
function ticketOf(caller: Caller, secret: string, options: SendOptions = {}): Promise<TestResponse> {
  return caller.send('POST', sharedTickets(secret), { anonymous: true, ...options });
}

function assertTicket({ status, json, text }: TestResponse): string {
  assert.equal(status, 201, text);
  const { ticket, expiresAt } = json as { ticket: string; expiresAt: string };
  assert.match(ticket, /^[\w-]{22,64}$/);
  const left = Date.parse(expiresAt) - Date.now();
  assert.ok(left > 0 && left <= 60_000, expiresAt);
  return ticket;
}

export const liveCases: readonly Case[] = [
  {
    name: 'live: a ticket for a stream is new each time, and good for a minute',
    mode: 'token',
    async run(caller) {
      const first = assertTicket(await caller.send('POST', LIVE_TICKETS));
      assert.notEqual(assertTicket(await caller.send('POST', LIVE_TICKETS)), first);
      refused(await caller.send('POST', `${LIVE_TICKETS}?x=1`), 400, 'invalid_parameter');
      refused(await caller.send('GET', LIVE_TICKETS), 405, 'method_not_allowed');
    },
  },
  {
    name: 'live: a link gives a ticket without a token, and none once it shows nothing',
    mode: 'token',
    async run(caller) {
      const { id } = await newDrawing(caller);
      const link = await share(caller, id);
      const secret = secretOf(link);
      assertTicket(await ticketOf(caller, secret));
      refused(await caller.send('POST', `${sharedTickets(secret)}?x=1`), 400, 'invalid_parameter');
      const wrong = await ticketOf(caller, '0'.repeat(32));
      refused(wrong, 404, 'not_found');
      await caller.send('DELETE', path(id));
      assert.equal((await ticketOf(caller, secret)).text, wrong.text, 'in the trash');
      await caller.send('PUT', path(id, '/restore'));
      assertTicket(await ticketOf(caller, secret));
      await caller.send('DELETE', path(id, `/shares/${link.id}`));
      await assertEnded(caller, link);
      assert.equal((await ticketOf(caller, secret)).text, wrong.text, 'ended');
    },
  },
  {
    name: 'live: whoever asks for many tickets with links has to wait',
    mode: 'token',
    async run(caller) {
      const address = '198.51.100.79';
      let response = await ticketOf(caller, '0'.repeat(32), { address });
      for (let n = 0; response.status === 404 && n < 5000; n += 1) {
        response = await ticketOf(caller, '0'.repeat(32), { address });
      }
      refused(response, 429, 'rate_limited');
      refused(
        await caller.send('GET', sharedPath('0'.repeat(32)), { anonymous: true, address }),
        429,
        'rate_limited',
      );
    },
  },
  {
    name: 'live: a device passes requests for tickets on to its server, and has none without sync',
    mode: 'origin',
    async run(caller) {
      refused(await caller.send('POST', LIVE_TICKETS), 503, 'unavailable');
      refused(await ticketOf(caller, '0'.repeat(32)), 404, 'not_found');
    },
  },
];
