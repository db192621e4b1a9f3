/**
 * Codes that let another device in: made with a token, and exchanged once for a token of that device's own. Only
 * servers have these routes, because a device has no tokens to give.
 */
import { readEnvelope } from '../contract/envelope.ts';
import { PAIRING_BODY_MAX, type PairingBody, pairingBody } from '../contract/pairing-body.ts';
import { ApiError } from '../errors.ts';
import { refuseIfOver } from '../http/admission.ts';
import { jsonBody } from '../http/json-body.ts';
import { jsonResponse } from '../http/respond.ts';
import type { Route } from '../http/route.ts';
import type { Client, DrawingPorts, Quota } from '../ports.ts';

export interface PairingCode {
  /** 128 random bits that need no quoting in an address. */
  readonly code: string;
  /** When the code expires. */
  readonly expiresAt: string;
}

/** Whose drawings a code or a token opens. */
export interface Owner {
  /** The person's name; null for the drawings that DRAW_TOKEN opens. */
  readonly person: string | null;
}

export interface Newest {
  /** The device that was let in last, by its name; null if none was. */
  readonly newest: { readonly device: string; readonly createdAt: string } | null;
}

/** Makes and exchanges codes. A host stores only their digests. */
export interface Pairing {
  /**
   * Makes a code that lets one device into a space, once.
   * @param by the `admittedBy` of whoever asks: the code is worth nothing after that was revoked
   */
  makeCode(space: string, by?: string): Promise<PairingCode>;
  /**
   * Exchanges a code for a new token; undefined if it is wrong, used, expired or of a token that was revoked.
   * @param device name of the device, for the list of tokens
   * @throws ApiError 429 after too many wrong codes; StoreFull if the space has the most tokens that there may be
   */
  exchange(code: string, device: string, client: Client): Promise<string | undefined>;
  /**
   * Whose drawings a code opens. It stays valid; undefined and errors as for `exchange`.
   */
  look(code: string, client: Client): Promise<Owner | undefined>;
  about(space: string): Promise<Owner & Newest>;
  /**
   * Counts a body without a code in it as a wrong code.
   * @throws ApiError 429 after too many
   */
  countWrong(client: Client): Promise<void>;
}

/** What these routes need. */
export interface PairingPorts extends DrawingPorts {
  readonly pairing: Pairing;
  /** Counts codes and tickets that are asked for with a token, for each network address. */
  readonly issueQuota: Quota;
}

export const createPairingCode: Route<PairingPorts> = {
  id: 'createPairingCode',
  method: 'POST',
  path: '/api/v1/pairing-codes',
  access: 'token',
  async handle({ ports, client, principal }) {
    refuseIfOver(await ports.issueQuota(client));
    const { code, expiresAt } = await ports.pairing.makeCode(principal.space, principal.admittedBy);
    return jsonResponse(201, JSON.stringify({ code, expiresAt }));
  },
};

export const getPairing: Route<PairingPorts> = {
  id: 'getPairing',
  method: 'GET',
  path: '/api/v1/pairing-codes',
  access: 'token',
  async handle({ ports, principal }) {
    const { person, newest } = await ports.pairing.about(principal.space);
    return jsonResponse(200, JSON.stringify({ person, newest }), { 'Cache-Control': 'no-store' });
  },
};

export const createPairing: Route<PairingPorts> = {
  id: 'createPairing',
  method: 'POST',
  path: '/api/v1/pairings',
  access: 'public',
  body: jsonBody({ mediaType: 'application/json', max: PAIRING_BODY_MAX }),
  onRefusedBody: ({ ports, client }) => ports.pairing.countWrong(client),
  async handle({ ports, client, body }) {
    const { code, device, look } = await readPairing(body?.value, ports, client);
    const given = look
      ? await ports.pairing.look(code, client)
      : await ports.pairing.exchange(code, device, client);
    if (given === undefined) {
      throw new ApiError('unauthorized', 'the code is invalid', {
        headers: { 'WWW-Authenticate': 'Bearer realm="draw/v1"' },
      });
    }
    const headers = { 'Cache-Control': 'no-store' };
    return typeof given === 'string'
      ? jsonResponse(201, JSON.stringify({ token: given }), headers)
      : jsonResponse(200, JSON.stringify({ person: given.person }), headers);
  },
};

async function readPairing(value: unknown, ports: PairingPorts, client: Client): Promise<PairingBody> {
  try {
    return readEnvelope(pairingBody, value);
  } catch (error) {
    await ports.pairing.countWrong(client);
    throw error;
  }
}
