import { signal } from '@preact/signals';
import { afterEach, describe, expect, it } from 'vitest';
import type { DrawingEntry, Layer, Stroke } from '../../../core/drawing/types.ts';
import { noteUnsaved, type Unsaved } from '../../studio/saving/busy.ts';
import type { SaveState } from '../../studio/saving/save-state.ts';
import { unsavedWords, whenSaved, withUnsaved } from './unsaved.ts';

const FULL: SaveState = { kind: 'trying', trouble: 'full' };
const LAYER: Layer = { id: 'sky', name: 'Sky', opacity: 1, visible: true, locked: false };
const STROKE: Stroke = { tool: 'pen', color: '#000000', size: 4, points: [[0, 0]] };

function open(id: string, state: SaveState) {
  const save = signal(state);
  const drawing = {
    id,
    isRead: true,
    title: signal('Bukit Brown'),
    paper: signal({ color: '#1d232f' }),
    layers: signal([LAYER]),
    underlay: signal(undefined),
    strokes: signal([STROKE, STROKE]),
    save,
    thumb: signal('data:new'),
    createdAt: '2026-01-02T03:00:00.000Z',
    changedAt: '2026-01-02T03:04:05.678Z',
    rename() {},
    retry() {},
  } satisfies Unsaved;
  noteUnsaved(drawing, true);
  opened.push(drawing);
  return {
    drawing,
    turn(next: SaveState) {
      save.value = next;
    },
    saved: () => noteUnsaved(drawing, false),
  };
}

const opened: Unsaved[] = [];
afterEach(() => {
  for (const drawing of opened.splice(0)) noteUnsaved(drawing, false);
});

function listed(id: string): DrawingEntry {
  const at = '2026-01-01T00:00:00.000Z';
  const rest = { title: 'As stored', strokeCount: 1, thumb: 'data:old', trashed: false };
  return { id, rev: 7, ...rest, createdAt: at, updatedAt: at };
}

describe('gallery: drawings that are not stored yet', () => {
  it('are listed among the stored ones, once, in their current state', () => {
    const entries = [listed('a'), listed('b')];
    expect(withUnsaved(entries)).toBe(entries);
    open('b', FULL);
    open('c', { kind: 'saving' });
    const [a, b, c] = withUnsaved(entries);
    expect(a).toBe(entries[0]);
    expect(b).toEqual({
      ...entries[1],
      title: 'Bukit Brown',
      strokeCount: 2,
      thumb: 'data:new',
      paper: { color: '#1d232f' },
      layers: [LAYER],
      updatedAt: '2026-01-02T03:04:05.678Z',
    });
    expect(c).toMatchObject({ id: 'c', rev: 0, trashed: false, createdAt: '2026-01-02T03:00:00.000Z' });
  });

  it('are mentioned only if they cannot be saved', () => {
    const one = open('a', { kind: 'saving' });
    expect(unsavedWords.value).toBe('');
    one.turn(FULL);
    expect(unsavedWords.value).toBe('Not saved: storage is full');
    open('b', FULL);
    expect(unsavedWords.value).toBe('2 drawings: Not saved: storage is full');
  });

  it('go to the trash only once their last strokes are stored', async () => {
    await whenSaved('none');
    const one = open('a', { kind: 'saving' });
    let settled = '';
    const trashed = whenSaved('a').then(() => {
      settled = 'saved';
    });
    await Promise.resolve();
    expect(settled).toBe('');
    one.saved();
    await trashed;
    expect(settled).toBe('saved');
    const other = open('b', { kind: 'saving' });
    const refused = expect(whenSaved('b')).rejects.toThrow('It is not saved yet.');
    other.turn(FULL);
    await refused;
  });
});
