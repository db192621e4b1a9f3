/** JSON Schemas (draft 2020-12) of all requests and responses, for the OpenAPI document. Build time only. */
import {
  AT_MAX,
  AVATAR_SEED_MAX,
  COLOR_PATTERN,
  COORDINATE_MAX,
  DISPLAY_NAME_MAX,
  GUIDE_MAX,
  ID_PATTERN,
  LAYER_NAME_MAX,
  LAYER_PATTERN,
  LAYERS_MAX,
  PAPER_COLOR_PATTERN,
  POINTS_MAX,
  SHA256_PATTERN,
  SIZE_MAX,
  STEP_MAX,
  STEP_MIN,
  STROKES_MAX,
  THUMB_MAX,
  TITLE_MAX,
  TOOL_PATTERN,
  UNDERLAY_MAX,
  UNDERLAY_SCALE_MAX,
  UNDERLAY_SIDE_MAX,
} from '../../core/drawing/limits.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import { MEMBER_NAMES } from '../../core/drawing/members/optional-members.ts';
import { PATTERNS, STEP, WHITE } from '../../core/drawing/members/paper.ts';
import { PHOTO_TYPES } from '../../core/drawing/members/photo.ts';
import { drawingEnvelope } from '../contract/drawing-body.ts';
import { type Envelope, membersOf } from '../contract/envelope.ts';
import { pairingBody } from '../contract/pairing-body.ts';
import { profileBody } from '../contract/profile-body.ts';
import { shareBody } from '../shares/manage.ts';

export type Schema = { readonly [member: string]: unknown };

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with exactly these members, all required except those in `optional`. */
export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export const text: Schema = { type: 'string' };
export const dateTime: Schema = { type: 'string', format: 'date-time' };
export const uri: Schema = { type: 'string', format: 'uri' };
export const count: Schema = { type: 'integer', minimum: 0 };
const flag: Schema = { type: 'boolean' };
const rev: Schema = { type: 'integer', minimum: 1, description: 'Grows with every accepted change.' };
const id: Schema = { type: 'string', pattern: ID_PATTERN.source, description: 'A lower-case UUID.' };

/** A schema that may also be null. */
export function orNull(schema: Schema): Schema {
  return 'type' in schema
    ? { ...schema, type: [schema.type, 'null'] }
    : { oneOf: [schema, { type: 'null' }] };
}

const title: Schema = {
  type: 'string',
  maxLength: TITLE_MAX,
  description: 'Counted in Unicode code points.',
};

const thumb: Schema = {
  type: 'string',
  maxLength: THUMB_MAX,
  pattern: '^(?:|data:image/png;base64,[A-Za-z0-9+/]+={0,2})$',
  description: 'Empty, or a PNG as a data URL.',
};

const paper: Schema = {
  ...object(
    {
      color: { type: 'string', pattern: PAPER_COLOR_PATTERN.source },
      pattern: { enum: PATTERNS, description: 'Printed on it, from the origin on. Missing: nothing.' },
      step: {
        type: 'number',
        minimum: STEP_MIN,
        maximum: STEP_MAX,
        description: `Drawing units from one line of the pattern to the next; ${STEP} if missing.`,
      },
      guide: {
        type: 'array',
        minItems: 1,
        maxItems: GUIDE_MAX,
        items: ref('Point'),
        description: 'The vanishing points of its perspective. Missing: it has none.',
      },
    },
    ['pattern', 'step', 'guide'],
  ),
  description: `What a drawing is drawn on. Missing, it is white, \`${WHITE.color}\`; a PUT that names none leaves it.`,
};

const layer: Schema = {
  ...object(
    {
      id: { type: 'string', pattern: LAYER_PATTERN.source, description: 'Once in a drawing.' },
      name: { type: 'string', maxLength: LAYER_NAME_MAX, description: 'Counted in Unicode code points.' },
      opacity: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      visible: flag,
      locked: { ...flag, description: 'Nobody is to change its strokes by hand. No host refuses to.' },
      blend: { const: 'multiply', description: 'Missing: it covers the layers below.' },
    },
    ['blend'],
  ),
  example: { ...BASE, name: 'Pencil' },
};

const layers: Schema = {
  type: 'array',
  minItems: 1,
  maxItems: LAYERS_MAX,
  items: ref('Layer'),
  description: `The lowest first, each id once. Missing, a drawing has one, \`${BASE.id}\`; a PUT that names none leaves them.`,
};

const coordinate: Schema = { type: 'number', minimum: -COORDINATE_MAX, maximum: COORDINATE_MAX };

const side: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: UNDERLAY_SIDE_MAX,
  description: 'Px of the photo.',
};

const underlay: Schema = {
  anyOf: [
    object({
      x: { ...coordinate, description: 'Of its middle, drawing units.' },
      y: coordinate,
      scale: {
        type: 'number',
        minimum: 1 / UNDERLAY_SCALE_MAX,
        maximum: UNDERLAY_SCALE_MAX,
        description: 'Drawing units for each px of the photo.',
      },
      angle: {
        type: 'number',
        minimum: -180,
        maximum: 180,
        description: 'Degrees clockwise around its middle.',
      },
      opacity: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      visible: flag,
      locked: { ...flag, description: 'Nobody is to move it by hand. No host refuses to.' },
      width: side,
      height: side,
      sha256: { type: 'string', pattern: SHA256_PATTERN.source, description: "Of the photo's bytes." },
    }),
    { type: 'null' },
  ],
  description:
    'Where the photo to draw from lies, under the strokes. Missing or null, there is none; a change that names none leaves it, and null takes it away. The host may be without the photo itself.',
  example: {
    x: 0,
    y: 0,
    scale: 0.5,
    angle: 0,
    opacity: 0.5,
    visible: true,
    locked: false,
    width: 1600,
    height: 1200,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
};

const stroke = object(
  {
    tool: {
      type: 'string',
      pattern: TOOL_PATTERN.source,
      description:
        '`pen`, `ink`, `pencil`, `marker`, `wash`, `dry`, `chalk`, or `eraser`, which erases the strokes under it. Any other is kept, and drawn as a pen.',
    },
    color: { type: 'string', pattern: COLOR_PATTERN.source },
    size: { type: 'number', exclusiveMinimum: 0, maximum: SIZE_MAX, description: 'Drawing units.' },
    points: {
      type: 'array',
      minItems: 1,
      maxItems: POINTS_MAX,
      items: ref('Point'),
    },
    pressure: {
      type: 'array',
      minItems: 1,
      maxItems: POINTS_MAX,
      items: { type: 'number', minimum: 0, maximum: 1 },
      description: 'As long as `points`.',
    },
    tilt: {
      type: 'array',
      minItems: 1,
      maxItems: POINTS_MAX,
      items: { type: 'number', minimum: 0, maximum: 1 },
      description: 'As long as `points`; 0 is upright, 1 flat.',
    },
    opacity: { type: 'number', exclusiveMinimum: 0, maximum: 1, description: '1 if missing.' },
    layer: {
      type: 'string',
      pattern: LAYER_PATTERN.source,
      description: `Id of a layer. Missing, it is \`${BASE.id}\`; an unknown one is the lowest.`,
    },
    at: {
      type: 'integer',
      minimum: 0,
      maximum: AT_MAX,
      description: 'When the stroke began, in ms of drawing time.',
    },
  },
  ['pressure', 'tilt', 'opacity', 'layer', 'at'],
);

const strokes: Schema = { type: 'array', maxItems: STROKES_MAX, items: ref('Stroke') };

const ownedByHost = {
  id,
  rev,
  trashed: flag,
  createdAt: { ...dateTime, description: 'When a person created it.' },
  updatedAt: {
    ...dateTime,
    description: 'When a person last changed it. Trash and thumbnail do not count.',
  },
};

/** What a drawing and its entry in a list have. */
const shown = {
  ...ownedByHost,
  title: ref('Title'),
  thumb: ref('Thumb'),
  paper: ref('Paper'),
  layers: ref('Layers'),
  underlay: ref('Underlay'),
};

/** The members of an envelope, from the schemas beside their checks. */
export function propertiesOf<T>(envelope: Envelope<T>): Record<string, Schema> {
  return Object.fromEntries(membersOf(envelope).map(([name, { schema }]) => [name, schema]));
}

const created: Schema = {
  ...dateTime,
  description:
    'When a person created the drawing, not after `updatedAt`. Only for a new drawing; otherwise ignored.',
};
const changed: Schema = {
  ...dateTime,
  description:
    'When a person made this change, at most a minute in the future. A later stored date stays. If missing, or equal to the stored one, it becomes now.',
};

/** The envelope of a request, completed by the members that core's guards check. */
function drawingInput(required: readonly string[], dates: Record<string, Schema> = {}): Schema {
  return {
    type: 'object',
    description:
      'Members that the host sets are accepted and ignored, except that another id is refused. An earlier version can be sent as it is: the drawing that it names is compared in place of its id, and its date is ignored.',
    properties: {
      ...propertiesOf(drawingEnvelope),
      title: ref('Title'),
      strokes: ref('Strokes'),
      thumb: ref('Thumb'),
      paper: ref('Paper'),
      layers: ref('Layers'),
      underlay: ref('Underlay'),
      ...dates,
    },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function profileSchema(): Schema {
  return {
    ...object(propertiesOf(profileBody)),
    description: `\`displayName\` has at most ${DISPLAY_NAME_MAX} code points, \`avatarSeed\` ${AVATAR_SEED_MAX}.`,
  };
}

const operation = (op: string, path: Schema, value?: Schema): Schema =>
  object({ op: { const: op }, path, ...(value === undefined ? {} : { value }) });

const at: Schema = { type: 'string', pattern: '^/strokes/(?:0|[1-9][0-9]{0,8})$' };

const person = orNull({
  ...text,
  description: 'Name of the person; null for the drawings that DRAW_TOKEN opens.',
});

const link = {
  createdAt: dateTime,
  expiresAt: orNull({ ...dateTime, description: 'When the link ends; null for never.' }),
  lastSeenAt: orNull({
    ...dateTime,
    description: 'When the link was last opened, to ten minutes; null if it never was.',
  }),
};
const linkId: Schema = {
  type: 'string',
  pattern: '^[0-9a-f]{16}$',
  description: 'Id of the link. It opens nothing.',
};

const version = {
  id: { ...text, description: 'Names the version in a path.' },
  rev: { ...rev, description: 'The revision of the drawing that it was.' },
  title: ref('Title'),
  paper: ref('Paper'),
  layers: ref('Layers'),
  underlay: ref('Underlay'),
  updatedAt: { ...dateTime, description: 'When a person made the last change of this state.' },
};

export const schemas: Record<string, Schema> = {
  ShareCreate: { type: 'object', properties: propertiesOf(shareBody), additionalProperties: false },
  Share: object({
    id: linkId,
    url: {
      type: 'string',
      description:
        'The address to pass on. No later response has it. Only a path, `/s/…`, on a server without PUBLIC_URL.',
    },
    ...link,
  }),
  Shares: object({ shares: { type: 'array', items: object({ id: linkId, ...link }) } }),
  Ended: object({ ok: { const: true } }),
  SharedDrawing: object(
    {
      title: ref('Title'),
      strokes: ref('Strokes'),
      paper: ref('Paper'),
      layers: ref('Layers'),
      createdAt: dateTime,
      updatedAt: dateTime,
    },
    MEMBER_NAMES,
  ),
  Versions: object({
    versions: {
      type: 'array',
      items: object(
        {
          ...version,
          strokeCount: count,
          bytes: {
            ...count,
            description: 'What it takes: the strokes that the drawing no longer has, and its own record.',
          },
        },
        MEMBER_NAMES,
      ),
    },
    leftOutAt: orNull({
      ...dateTime,
      description: 'When a version was last left out since, because the storage was full; null if none was.',
    }),
    gaveWayAt: orNull({
      ...dateTime,
      description:
        'When earlier versions last had to go because there was no room for them, here or on the disk, rather than by their age; null if none had to.',
    }),
    bytes: { ...count, description: 'What the versions of all drawings take.' },
    bytesMax: { ...count, description: 'The most that they take; then the oldest go.' },
  }),
  Version: {
    ...object({ drawing: id, ...version, strokes: ref('Strokes'), thumb: { const: '' } }),
    description: 'The body of a PUT that takes it back.',
  },
  Title: title,
  Thumb: thumb,
  Paper: paper,
  Layer: layer,
  Layers: layers,
  Underlay: underlay,
  Point: {
    type: 'array',
    prefixItems: [coordinate, coordinate],
    minItems: 2,
    maxItems: 2,
    description: '`[x, y]` in drawing units: CSS px at zoom 1.',
  },
  Stroke: stroke,
  Strokes: strokes,
  DrawingCreate: drawingInput([]),
  DrawingReplace: drawingInput(['title', 'strokes', 'thumb'], { createdAt: created, updatedAt: changed }),
  Drawing: object({ ...shown, strokes: ref('Strokes') }, MEMBER_NAMES),
  DrawingEntry: object({ ...shown, strokeCount: count }, MEMBER_NAMES),
  DrawingList: object({ drawings: { type: 'array', items: ref('DrawingEntry') }, next: orNull(text) }, [
    'next',
  ]),
  Patch: { type: 'array', items: ref('PatchOperation') },
  PatchOperation: {
    anyOf: [
      operation('add', { type: 'string', pattern: '^/strokes/(?:-|0|[1-9][0-9]{0,8})$' }, ref('Stroke')),
      operation('remove', at),
      operation('replace', at, ref('Stroke')),
      operation('test', at, ref('Stroke')),
      operation('replace', { const: '/title' }, ref('Title')),
      operation('test', { const: '/title' }, ref('Title')),
      operation('replace', { const: '/paper' }, ref('Paper')),
      operation('test', { const: '/paper' }, ref('Paper')),
      operation('replace', { const: '/layers' }, ref('Layers')),
      operation('test', { const: '/layers' }, ref('Layers')),
      operation('replace', { const: '/underlay' }, ref('Underlay')),
      operation('test', { const: '/underlay' }, ref('Underlay')),
      operation('replace', { const: '/thumb' }, ref('Thumb')),
      operation('replace', { const: '/updatedAt' }, changed),
    ],
  },
  Patched: object({ id, rev, title: ref('Title'), strokeCount: count, updatedAt: ownedByHost.updatedAt }),
  Trashed: object({ ok: { const: true }, recoverable: { const: true } }),
  Purged: object({
    ok: { const: true },
    deleted: { ...count, description: 'Drawings that this request deleted.' },
  }),
  StoredPhoto: object({
    sha256: {
      type: 'string',
      pattern: SHA256_PATTERN.source,
      description: 'Names the photo; also its ETag.',
    },
    type: { enum: PHOTO_TYPES },
    width: side,
    height: side,
    bytes: { type: 'integer', minimum: 1, maximum: UNDERLAY_MAX },
  }),
  PhotosDeleted: object({
    ok: { const: true },
    deleted: { ...count, description: 'Photos that this request deleted.' },
  }),
  Changes: object({
    changes: { type: 'array', items: { anyOf: [ref('Change'), ref('Deletion')] } },
    cursor: { ...text, description: 'Send it as `since` next time. Opaque.' },
    has_more: flag,
  }),
  Change: object({ id, rev, trashed: flag, updatedAt: dateTime }),
  Deletion: object({ id, deleted: { const: true } }),
  Profile: profileSchema(),
  PairingCode: object({ code: text, expiresAt: dateTime }),
  PairingRequest: {
    ...object(propertiesOf(pairingBody), ['look']),
    description:
      '`device` is the name of the token in the list of tokens. `look`: whose drawings the code opens, without using it.',
  },
  CodeOwner: object({ person }),
  Pairing: object({
    person,
    newest: orNull(object({ device: text, createdAt: dateTime })),
  }),
  PairedDevice: object({ token: text }),
  LiveTicket: object({ ticket: text, expiresAt: dateTime }),
  Health: object({ ok: { const: true } }),
  AuthCheck: object({ ok: flag }),
  App: object({
    id: { const: 'pleinair' },
    namespace: { const: 'draw/v1' },
    name: text,
    purpose: text,
    versions: object({ app: text, api: text, mcp: text }),
    capabilities: { type: 'array', items: text },
    auth: object({
      mode: { type: 'string', enum: ['token', 'origin'] },
      schemes: { type: 'array', items: text },
    }),
    dataBoundary: text,
    docs: object({ openapi: text }),
  }),
  Status: object(
    {
      drawings: count,
      trashed: count,
      newestUpdate: orNull(dateTime),
      dataDirWritable: flag,
      version: text,
      authConfigured: flag,
    },
    ['drawings', 'trashed', 'newestUpdate'],
  ),
  Openapi: { type: 'object', description: 'This document.' },
};
