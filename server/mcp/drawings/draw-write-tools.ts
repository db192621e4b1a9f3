/**
 * The three drawing tools that write. The application checks the revision in the same transaction as the write.
 */
import * as z from 'zod';
import { TITLE_MAX } from '../../../src/core/drawing/limits.ts';
import type { DrawingEntry } from '../../../src/core/drawing/types.ts';
import { drawingId } from './draw-read-tools.ts';
import { renameOutput, restoreOutput, trashOutput } from './draw-schemas.ts';
import { quoted } from './draw-text.ts';
import { type DrawTool, drawTool } from './draw-tool.ts';

const rev = z.number().int().min(1).max(999_999_999_999_999);
const RENAME = { kind: 'write', action: 'rename', undo: 'draw_rename_drawing' } as const;
const TRASH = { kind: 'write', action: 'trash', undo: 'draw_restore_drawing' } as const;
const RESTORE = { kind: 'write', action: 'restore', undo: 'draw_trash_drawing' } as const;

const optionalRev = rev
  .optional()
  .describe('Do it only when this is the current revision. Give the one that you have seen.');

const rename = drawTool({
  name: 'draw_rename_drawing',
  title: 'Rename a drawing',
  description:
    'Gives a drawing another title; the old one is not kept. Needs the revision that you have seen, and changes ' +
    'nothing when the drawing has changed since. Not for drawings in the trash.',
  input: z.strictObject({
    id: drawingId,
    // For information only: the application counts code points.
    title: z.string().meta({ maxLength: TITLE_MAX }).describe('The new title; empty for none.'),
    rev: rev.describe('The current revision, from draw_get_drawing or draw_list_drawings.'),
  }),
  output: () => renameOutput(RENAME),
  effect: RENAME,
  destructive: true,
  async run(ask, { id, title, rev: seen }) {
    const patch = [{ op: 'replace', path: '/title', value: title }];
    const { body } = await ask({ method: 'PATCH', path: `/api/v1/drawings/${id}`, rev: seen, patch });
    const renamed = body as Pick<DrawingEntry, 'id' | 'rev' | 'title' | 'strokeCount' | 'updatedAt'>;
    return {
      structured: { ...renamed },
      text: `Renamed to ${quoted(renamed.title)}; it is at rev ${renamed.rev} now.`,
    };
  },
});

const trash = drawTool({
  name: 'draw_trash_drawing',
  title: 'Put a drawing into the trash',
  description:
    'Moves a drawing to the trash, where it is kept and can be restored from. Ask the person before you call this.',
  input: z.strictObject({ id: drawingId, rev: optionalRev }),
  output: () => trashOutput(TRASH),
  effect: TRASH,
  destructive: true,
  async run(ask, { id, rev: seen }) {
    const told = await ask({ method: 'DELETE', path: `/api/v1/drawings/${id}`, rev: seen });
    const { recoverable } = Object(told.body);
    return {
      structured: { id, rev: told.rev, trashed: true, recoverable },
      text: `It is in the trash, at rev ${told.rev}. draw_restore_drawing brings it back.`,
    };
  },
});

const restore = drawTool({
  name: 'draw_restore_drawing',
  title: 'Take a drawing out of the trash',
  description: 'Brings a drawing back from the trash as it was.',
  input: z.strictObject({ id: drawingId, rev: optionalRev }),
  output: () => restoreOutput(RESTORE),
  effect: RESTORE,
  destructive: false,
  async run(ask, { id, rev: seen }) {
    const { body } = await ask({ method: 'PUT', path: `/api/v1/drawings/${id}/restore`, rev: seen });
    const { thumb: _left, ...entry } = body as DrawingEntry;
    return {
      structured: entry,
      text: `${quoted(entry.title)} is out of the trash, at rev ${entry.rev}.`,
    };
  },
});

/** In the order of the list. */
export const WRITE_TOOLS: readonly DrawTool[] = [rename, trash, restore];
