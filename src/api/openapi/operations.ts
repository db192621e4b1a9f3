/**
 * Descriptions of the operations that the table of routes lacks: texts, headers, responses and errors. Keys
 * are the route ids; document.ts checks that the two match.
 */
import { PHOTO_TYPES } from '../../core/drawing/members/photo.ts';
import type { ErrorCode } from '../errors.ts';
import type { Schema } from './schemas.ts';

export interface OperationResponse {
  /** Name of a schema; absent for an empty response. */
  readonly schema?: string;
  /** Other media types that it can have, all texts. */
  readonly texts?: readonly string[];
  /** Media types of bytes that it can have. */
  readonly bytes?: readonly string[];
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  /** Headers that only some of these responses have. */
  readonly optional?: readonly HeaderName[];
}

export interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'Drawings' | 'Links' | 'Profile' | 'Devices' | 'Service' | 'Air' | 'Sky' | 'Alerts';
  /** Request headers by name. */
  readonly headers?: Readonly<Record<string, Schema>>;
  /** The headers without which a request is refused. */
  readonly needed?: readonly string[];
  readonly body?: string;
  /** Media types of a body that is bytes and no JSON. */
  readonly sends?: readonly string[];
  readonly responses: Readonly<Record<number, OperationResponse>>;
  readonly errors: readonly ErrorCode[];
}

export type HeaderName =
  | 'ETag'
  | 'Location'
  | 'Cache-Control'
  | 'Content-Disposition'
  | 'Preference-Applied'
  | 'Retry-After'
  | 'WWW-Authenticate'
  | 'Accept-Encoding'
  | 'Accept-Patch'
  | 'Access-Control-Allow-Origin'
  | 'Access-Control-Expose-Headers';

const string: Schema = { type: 'string' };

const IF_NONE_MATCH = {
  'If-None-Match': { ...string, description: 'Entity tags of the responses that the caller has.' },
};
const ANEW = {
  ...IF_NONE_MATCH,
  'Cache-Control': {
    ...string,
    description: '`no-cache` refreshes from the source, if the host can, and within its limits.',
  },
};
const IF_MATCH = {
  'If-Match': { ...string, description: 'The expected revision: `3`, `"3"`, a list, or `*`.' },
};
const KEY = {
  'Idempotency-Key': {
    ...string,
    minLength: 1,
    maxLength: 255,
    description: 'A repeated request is applied once.',
  },
};
const PREFER = {
  Prefer: { ...string, description: '`return=minimal` returns the list entry, with an empty thumb.' },
};

const READ: readonly ErrorCode[] = ['invalid_parameter', 'unavailable', 'internal'];
const GATE: readonly ErrorCode[] = ['unauthorized', 'rate_limited', 'auth_not_configured', 'busy'];
const GATED_READ: readonly ErrorCode[] = [...READ, ...GATE];
const GATED_WRITE: readonly ErrorCode[] = [...GATED_READ, 'storage_full'];
/** Errors of every air route; `busy` comes only from the server. */
const AIR: readonly ErrorCode[] = ['invalid_parameter', 'rate_limited', 'internal', 'busy'];
const BODY: readonly ErrorCode[] = ['too_large', 'unsupported_media_type', 'invalid_json', 'invalid_body'];

const notModified: OperationResponse = {
  description: 'The caller already has this response.',
  headers: ['ETag'],
};

function tagged(schema: string, description: string): Readonly<Record<number, OperationResponse>> {
  return { 200: { schema, description, headers: ['ETag'] }, 304: notModified };
}

/** The responses of an air route, with the time for which caches may keep them. */
function cached(schema: string, description: string): Readonly<Record<number, OperationResponse>> {
  const headers: readonly HeaderName[] = ['ETag', 'Cache-Control'];
  return { 200: { schema, description, headers }, 304: { ...notModified, headers } };
}

export const operations: Readonly<Record<string, Operation>> = {
  getHealth: {
    summary: 'Whether the host answers',
    tag: 'Service',
    responses: { 200: { schema: 'Health', description: 'It answers.', headers: ['Cache-Control'] } },
    errors: ['invalid_parameter'],
  },
  getApp: {
    summary: 'About this host',
    description: 'Name, versions, capabilities and authentication. Nothing private.',
    tag: 'Service',
    headers: IF_NONE_MATCH,
    responses: tagged('App', 'About the application.'),
    errors: ['invalid_parameter'],
  },
  getStatus: {
    summary: 'The status of the host',
    description: 'Whether it can write, and with a token the number of drawings. No title, id or path.',
    tag: 'Service',
    headers: IF_NONE_MATCH,
    responses: tagged('Status', 'The state of the store.'),
    errors: [...READ, 'rate_limited'],
  },
  checkAuth: {
    summary: 'Check a token',
    description: 'A device admits requests without a token, so there the result is true.',
    tag: 'Service',
    responses: {
      200: { schema: 'AuthCheck', description: 'Whether the token is right.', headers: ['Cache-Control'] },
    },
    errors: ['invalid_parameter', 'rate_limited'],
  },
  getOpenapi: {
    summary: 'This document',
    tag: 'Service',
    headers: IF_NONE_MATCH,
    responses: tagged('Openapi', 'OpenAPI 3.1.0.'),
    errors: ['invalid_parameter'],
  },
  listDrawings: {
    summary: 'List drawings, newest first',
    description:
      'Metadata and thumbnails, no strokes. Ordered by `updatedAt`, newest first, then `id`. `next` is present only with `limit`.',
    tag: 'Drawings',
    headers: {
      ...IF_NONE_MATCH,
      Prefer: { ...string, description: '`return=minimal` returns the entries with empty thumbs.' },
    },
    responses: tagged('DrawingList', 'The drawings.'),
    errors: GATED_READ,
  },
  createDrawing: {
    summary: 'Create a drawing',
    description:
      'Missing members are empty. With an Idempotency-Key, the id is derived from it, and a repeated request answers 200.',
    tag: 'Drawings',
    headers: { ...KEY, ...PREFER },
    body: 'DrawingCreate',
    responses: {
      200: {
        schema: 'DrawingAnswer',
        description: 'It was already created.',
        headers: ['ETag', 'Location'],
      },
      201: { schema: 'DrawingAnswer', description: 'Created.', headers: ['ETag', 'Location'] },
    },
    errors: [...GATED_WRITE, ...BODY, 'not_found', 'gone', 'key_reused'],
  },
  listChanges: {
    summary: 'List changes since a cursor',
    description:
      'The latest state of each changed drawing, in commit order. No change is ever skipped. A drawing deleted for good is `{id, deleted: true}`.',
    tag: 'Drawings',
    headers: IF_NONE_MATCH,
    responses: tagged('Changes', 'The changes.'),
    errors: [...GATED_READ, 'cursor_expired'],
  },
  getDrawing: {
    summary: 'Read a drawing',
    description: 'Includes drawings in the trash, with `trashed: true`.',
    tag: 'Drawings',
    headers: IF_NONE_MATCH,
    responses: tagged('Drawing', 'The whole document.'),
    errors: [...GATED_READ, 'not_found'],
  },
  replaceDrawing: {
    summary: 'Replace or create a drawing',
    description:
      'With If-Match it replaces, with `If-None-Match: *` it creates under this id. A stale If-Match with the stored content answers 200, because the request was already applied. A body without layers, and without the layer of any stroke, is of a client that does not know them: each stroke that equals a stored one stays on its layer, with its tilt, opacity and time. Name `layers` to put strokes on the lowest one.',
    tag: 'Drawings',
    headers: {
      ...IF_MATCH,
      'If-None-Match': { const: '*', description: 'Create only.' },
      ...KEY,
      ...PREFER,
    },
    body: 'DrawingReplace',
    responses: {
      200: { schema: 'DrawingAnswer', description: 'Replaced, or already applied.', headers: ['ETag'] },
      201: { schema: 'DrawingAnswer', description: 'Created.', headers: ['ETag', 'Location'] },
    },
    errors: [
      ...GATED_WRITE,
      ...BODY,
      'not_found',
      'conflict',
      'gone',
      'precondition_failed',
      'precondition_required',
      'key_reused',
    ],
  },
  patchDrawing: {
    summary: 'Change a drawing in place',
    description:
      'JSON Patch (RFC 6902): all or nothing. Each index counts after the operations before it. The limit of 20,000 strokes applies to the result, the limit of bytes to the request.',
    tag: 'Drawings',
    headers: {
      'If-Match': { ...string, description: 'Exactly one revision.' },
      'Idempotency-Key': {
        ...string,
        minLength: 1,
        maxLength: 255,
        description: 'Required: a patch sent twice is applied once.',
      },
    },
    needed: ['If-Match', 'Idempotency-Key'],
    body: 'Patch',
    responses: { 200: { schema: 'Patched', description: 'Applied.', headers: ['ETag'] } },
    errors: [...GATED_WRITE, ...BODY, 'not_found', 'conflict', 'gone', 'precondition_required', 'key_reused'],
  },
  trashDrawing: {
    summary: 'Put a drawing in the trash',
    description: 'Sets a flag: restore brings the drawing back. A repeated request gets the same response.',
    tag: 'Drawings',
    headers: { ...IF_MATCH, ...KEY },
    responses: { 200: { schema: 'Trashed', description: 'It is in the trash.', headers: ['ETag'] } },
    errors: [...GATED_WRITE, 'not_found', 'conflict', 'cursor_expired', 'key_reused'],
  },
  restoreDrawing: {
    summary: 'Take a drawing out of the trash',
    description:
      'A repeated request gets the same response, or the short form if it has an Idempotency-Key and other changes came since.',
    tag: 'Drawings',
    headers: { ...IF_MATCH, ...KEY, ...PREFER },
    responses: { 200: { schema: 'DrawingAnswer', description: 'It is active.', headers: ['ETag'] } },
    errors: [...GATED_WRITE, 'not_found', 'conflict', 'key_reused'],
  },
  purgeDrawing: {
    summary: 'Delete a trashed drawing for good',
    description:
      'This cannot be undone. 409 if it is not in the trash, except with `untrashed`. A repeated request answers 200 with `deleted: 0`; an unknown drawing is 404. An Idempotency-Key is neither required nor remembered. The changes list it with `deleted: true`; a PUT with `If-None-Match: *` creates it again, with a later revision.',
    tag: 'Drawings',
    headers: { ...IF_MATCH, ...KEY },
    responses: { 200: { schema: 'Purged', description: 'It is gone.' } },
    errors: [...GATED_WRITE, 'not_found', 'conflict', 'cursor_expired'],
  },
  emptyTrash: {
    summary: 'Delete everything in the trash for good',
    description:
      'Drawings that are trashed during the request stay. A repeated request also deletes those trashed since, whatever its Idempotency-Key: send a `cursor` of the changes to delete only what was seen. A large trash is emptied in several transactions. A request that fails may have deleted some drawings, and can be repeated.',
    tag: 'Drawings',
    headers: KEY,
    responses: {
      200: { schema: 'Purged', description: 'The trash is empty, except for drawings trashed since.' },
    },
    errors: [...GATED_WRITE, 'cursor_expired'],
  },
  createShare: {
    summary: 'Make a link that shows a drawing',
    description:
      'Whoever has the address sees the current drawing, without a token. The link ends by DELETE, at `expiresAt`, and when the drawing is deleted for good. While the drawing is in the trash, the link shows nothing. Only a digest of the secret is stored. A request sent twice makes two links. A drawing can have 20, all drawings together 500; more is 507.',
    tag: 'Links',
    body: 'ShareCreate',
    responses: {
      201: { schema: 'Share', description: 'Made. Only this response has its address.' },
    },
    errors: [...GATED_WRITE, ...BODY, 'not_found', 'gone'],
  },
  listVersions: {
    summary: 'List the earlier versions of a drawing',
    description:
      'Newest first, also of a drawing in the trash. Each host keeps its own, thinned out with age, and lists `versions` among its capabilities.',
    tag: 'Drawings',
    headers: IF_NONE_MATCH,
    responses: tagged('Versions', 'The versions.'),
    errors: [...GATED_READ, 'not_found'],
  },
  getVersion: {
    summary: 'Read an earlier version',
    description:
      'To take it back, send it as it is as a PUT of the drawing: it names all that a PUT would otherwise leave. No version keeps a photo: if the one that it names was replaced since, it is missing. Nor a thumbnail: the PUT removes it.',
    tag: 'Drawings',
    headers: IF_NONE_MATCH,
    responses: tagged('Version', 'The version with its strokes.'),
    errors: [...GATED_READ, 'not_found'],
  },
  putUnderlay: {
    summary: 'Send the photo to draw from',
    description:
      'A photo first, and then its place: PATCH `/underlay` with the digest. Until then, and where the drawing names another, it is kept beside the one that the drawing names, and goes with the next that is sent. The bytes are kept as they are: take out of them what others are not to know, such as where it was taken. A repeated request is 200.',
    tag: 'Drawings',
    headers: KEY,
    sends: PHOTO_TYPES,
    responses: {
      200: { schema: 'StoredPhoto', description: 'It was there already.', headers: ['ETag'] },
      201: { schema: 'StoredPhoto', description: 'It is kept.', headers: ['ETag'] },
    },
    errors: [...GATED_WRITE, 'too_large', 'unsupported_media_type', 'invalid_body', 'not_found', 'gone'],
  },
  getUnderlay: {
    summary: 'Read the photo to draw from',
    description:
      'The one that the drawing names, also in the trash, or the one of a digest that is kept with it. 404 if it names none, or the photo is not on this host: its place travels with the drawing, the photo only if a person says so.',
    tag: 'Drawings',
    headers: IF_NONE_MATCH,
    responses: {
      200: { bytes: PHOTO_TYPES, description: 'The photo; its SHA-256 is the ETag.', headers: ['ETag'] },
      304: notModified,
    },
    errors: [...GATED_READ, 'not_found'],
  },
  deleteUnderlay: {
    summary: 'Delete the photos that a drawing does not show',
    description:
      'Take its place away first: PATCH `/underlay` with null. The one that the drawing names goes only if If-Match names it, too.',
    tag: 'Drawings',
    headers: {
      'If-Match': { ...string, description: 'The digest of a photo as an entity tag, a list, or `*`.' },
      ...KEY,
    },
    responses: { 200: { schema: 'PhotosDeleted', description: 'They are gone.' } },
    errors: [...GATED_WRITE, 'not_found', 'gone'],
  },
  listShares: {
    summary: 'List the links that show a drawing',
    description: 'Those that have not ended, oldest first, without their addresses.',
    tag: 'Links',
    responses: { 200: { schema: 'Shares', description: 'The links.' } },
    errors: [...GATED_READ, 'not_found'],
  },
  endShare: {
    summary: 'End a link',
    description: 'Ends it at once and for good.',
    tag: 'Links',
    responses: { 200: { schema: 'Ended', description: 'The link has ended.' } },
    errors: [...GATED_READ, 'not_found'],
  },
  getShared: {
    summary: 'See a drawing by its link',
    description:
      'Needs no token, and reveals nothing about the owner. A link that was ended, expired or never existed is the same 404 as one whose drawing is in the trash or deleted.',
    tag: 'Links',
    headers: IF_NONE_MATCH,
    responses: tagged('SharedDrawing', 'The drawing as it is now.'),
    errors: [...READ, 'not_found', 'rate_limited', 'busy'],
  },
  getProfile: {
    summary: 'Read the profile',
    description: 'Empty strings before the first PUT.',
    tag: 'Profile',
    headers: IF_NONE_MATCH,
    responses: tagged('Profile', 'The profile.'),
    errors: GATED_READ,
  },
  putProfile: {
    summary: 'Replace the profile',
    tag: 'Profile',
    headers: {
      'If-Match': { ...string, description: 'The expected entity tag; optional.' },
      'If-None-Match': { const: '*', description: 'Refused with 412, because the profile always exists.' },
    },
    body: 'Profile',
    responses: { 200: { schema: 'Profile', description: 'Stored.', headers: ['ETag'] } },
    errors: [...GATED_WRITE, ...BODY, 'conflict', 'precondition_failed'],
  },
  createPairingCode: {
    summary: 'Make a code that lets another device in',
    description:
      'The code works once, within 15 minutes, and opens what the token opens. Pass it on as a link: the address of the server, `/settings#pair=` and the code. Browsers send nothing after `#`.',
    tag: 'Devices',
    responses: { 201: { schema: 'PairingCode', description: 'Made.' } },
    errors: [...GATED_WRITE],
  },
  getPairing: {
    summary: 'Read whose drawings these are, and which device was let in last',
    description: 'Ask now and then while a person lets a device in, to say when it is there.',
    tag: 'Devices',
    responses: {
      200: { schema: 'Pairing', description: 'The person and the device.', headers: ['Cache-Control'] },
    },
    errors: GATED_READ,
  },
  createPairing: {
    summary: 'Exchange a code for a token',
    description:
      'The token belongs to this device alone, and can be revoked alone. With `look: true` the answer is whose drawings the code opens, and the code stays valid. A code that is wrong, used or expired is 401, and counts as a wrong token.',
    tag: 'Devices',
    body: 'PairingRequest',
    responses: {
      200: {
        schema: 'CodeOwner',
        description: 'Whose drawings the code opens, after `look`.',
        headers: ['Cache-Control'],
      },
      201: { schema: 'PairedDevice', description: 'The token of the device.', headers: ['Cache-Control'] },
    },
    errors: [...READ, 'unauthorized', 'rate_limited', 'storage_full', ...BODY],
  },
  createLiveTicket: {
    summary: 'Get a ticket for the stream of changes',
    description:
      'The ticket opens `GET /live?ticket=` once, within a minute. The stream (text/event-stream) says `id: epoch.counter` at once and after each change: then ask for the changes. It says nothing else, and ends after some minutes: get another ticket. While there is none, ask for the changes now and then.',
    tag: 'Devices',
    responses: { 201: { schema: 'LiveTicket', description: 'Made.' } },
    errors: [...GATED_WRITE],
  },
  createSharedLiveTicket: {
    summary: 'Get a ticket for the stream of a link',
    description:
      "As for the stream of changes, but about the link's drawing alone: each `id` is the ETag of `GET /shared/{secret}` without its quotes. It ends with the link.",
    tag: 'Links',
    responses: { 201: { schema: 'LiveTicket', description: 'Made.' } },
    errors: [...READ, 'not_found', 'rate_limited', 'busy', 'storage_full'],
  },
  getDiscovery: {
    summary: 'The endpoints of the air',
    description:
      'The endpoints with their parameters, the source of the readings, the affiliate disclosure, access, quota and links.',
    tag: 'Air',
    headers: IF_NONE_MATCH,
    responses: cached('Discovery', 'The endpoints and the terms.'),
    errors: AIR,
  },
  getReadings: {
    summary: 'The newest readings of every region',
    description:
      'Measured 24-hour PSI (an index without a unit) and 1-hour PM2.5 (µg/m³), each with its band. Look at `sources.*.status` and `warning` before you call a value current: trouble at the source is still a 200. The two sources fail independently. A missing value is null, never 0.',
    tag: 'Air',
    headers: ANEW,
    responses: cached('Readings', 'The readings.'),
    errors: AIR,
  },
  getHistory: {
    summary: 'The last 24 hours, hour by hour',
    description:
      'The 24 whole hours that end with the newest hour known of either metric, oldest first, in Singapore time. An hour without a value is a point with null: a gap, not to be filled. Other dates are not available. The default region is Central.',
    tag: 'Air',
    headers: ANEW,
    responses: cached('History', 'The hours.'),
    errors: AIR,
  },
  getProducts: {
    summary: 'Masks or air purifiers of the operator’s catalogue',
    description:
      'At most ten entries of each category, in the operator’s order, by `limit` and `offset`; an offset after the last entry is an empty page. Show `affiliateDisclosure` with them, a price only with its date, and link only with `affiliateUrl`. Names are sellers’ own text. Without a catalogue, or with one that cannot be read, `warning` says so and the status is still 200.',
    tag: 'Air',
    headers: IF_NONE_MATCH,
    responses: cached('Products', 'A page.'),
    errors: AIR,
  },
  getGuide: {
    summary: 'Advice for each band',
    description:
      'A reference of June 2026 after the agency’s poster, in this project’s own words; never a live forecast. The PM2.5 bands are for the next hour, by a measured figure. The PSI bands are for the agency’s forecast of the next day, which is not available here: the measured 24-hour PSI is no forecast.',
    tag: 'Air',
    headers: IF_NONE_MATCH,
    responses: cached('Guide', 'The guide.'),
    errors: AIR,
  },
  getSky: {
    summary: 'The sky over an area: now, next, and the sun',
    description:
      'What the nearest stations measure, how near lightning is, the forecasts, and the sun. Seven sources, each with its own time, `status` and limits: look at them and at `warning` before you call anything current. One that fails leaves the others as they are. After its limit a value is null, never old; a missing one is null, never 0; and no lightning is `none` only when half an hour of it is known. Without `area`, every area. A device asks its server, and reckons the sun itself.',
    tag: 'Sky',
    headers: ANEW,
    responses: cached('Sky', 'The sky.'),
    errors: AIR,
  },
  getArchive: {
    summary: 'Days of the past, as they were measured',
    description:
      'At most 31 of the last 90 days of one metric, in Singapore time; by default the last seven of PM2.5. Every step of the days up to now: PSI, PM2.5 and UV index by the hour, WBGT by the quarter of an hour, rain by five minutes. PSI and PM2.5 are the agency’s figures of each region. WBGT and rain are those of the nearest station that reported to the label point of the region, at most 10 km away; the UV index is one for the island, and none is measured at night. Null, in the table an empty field, is a gap: it was not measured, or this server did not fetch it, since it asks its sources only while somebody asks it. Do not fill it in. Nothing is summed or averaged. Only servers keep the past: a device passes these requests on, and has no answer without a network.',
    tag: 'Air',
    headers: IF_NONE_MATCH,
    responses: {
      200: {
        schema: 'Archive',
        texts: ['text/csv'],
        description:
          'The days. As a table (RFC 4180): a line with the names, then one for each step, with the time and a field for each place.',
        headers: ['ETag', 'Cache-Control'],
        optional: ['Content-Disposition'],
      },
      304: { ...notModified, headers: ['ETag', 'Cache-Control'] },
    },
    errors: [...AIR, 'unavailable'],
  },
  getFeed: {
    summary: 'A feed of the bands that the air crossed',
    description:
      'Atom (RFC 4287): an entry for each time that the 24-hour PSI or the 1-hour PM2.5 of a region crossed into another band, up or down, in the last 14 days; at most 100, newest first. Both hours were measured and follow each other: nothing is said across a gap. An entry is dated by the hour of the data, and keeps its id when the agency corrects a figure. Only servers have the feed.',
    tag: 'Air',
    headers: IF_NONE_MATCH,
    responses: {
      200: {
        texts: ['application/atom+xml'],
        description: 'The feed.',
        headers: ['ETag', 'Cache-Control'],
      },
      304: { ...notModified, headers: ['ETag', 'Cache-Control'] },
    },
    errors: [...AIR, 'unavailable'],
  },
  getAlerts: {
    summary: 'The key for subscribing to alerts',
    description:
      'The `applicationServerKey` of `PushManager.subscribe`. A subscription with another one gets nothing: subscribe again when the key differs. Nothing is promised: alerts may come late or not at all. When you hear thunder, go.',
    tag: 'Alerts',
    responses: {
      200: { schema: 'AlertKey', description: 'The public key of VAPID.', headers: ['Cache-Control'] },
    },
    errors: [...AIR, 'unavailable'],
  },
  putAlerts: {
    summary: 'Subscribe to alerts, or change what is wanted',
    description:
      'The id is the SHA-256 of the endpoint in base64url without padding. The endpoint is one of a known push service. Nothing is kept but what is sent here and what was told. An alert comes when something changes, never because of late or missing data; after the quiet hours, what still holds is sent. The push is JSON: `title`, `body`, `tag`, the kind, `level`, and `count`, as in the answer here. A subscription that the push service has ended is forgotten. An address may make a number of new ones a day. If all places are taken, one that no push has reached makes room.',
    tag: 'Alerts',
    body: 'AlertSubscription',
    responses: {
      200: { schema: 'AlertPreferences', description: 'Changed.', headers: ['Cache-Control'] },
      201: { schema: 'AlertPreferences', description: 'Subscribed.', headers: ['Cache-Control'] },
    },
    errors: [...AIR, 'unavailable', ...BODY, 'storage_full'],
  },
  deleteAlerts: {
    summary: 'Unsubscribe',
    description: 'Also if there is no such subscription, or none any more.',
    tag: 'Alerts',
    responses: { 200: { schema: 'Ended', description: 'There is none.', headers: ['Cache-Control'] } },
    errors: [...AIR, 'unavailable'],
  },
};
