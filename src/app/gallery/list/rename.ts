/** Renames a drawing. Loaded when needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { api } from '../../client/client.ts';
import { newId } from '../../platform/new-id.ts';
import { unsavedDrawings } from '../../studio/saving/busy.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from './arrange.ts';
import { change, sendWithRoom } from './changes.ts';
import { drawingList } from './drawings.ts';

/**
 * Renames a drawing. Strokes drawn meanwhile do not prevent that.
 * @param title at most 200 code points
 */
export async function renameDrawing(entry: DrawingEntry, title: string): Promise<void> {
  const open = unsavedDrawings.value.get(entry.id);
  if (open?.isRead) {
    // The title is saved together with the unsaved strokes.
    open.rename(title);
    return;
  }
  const list = drawingList('all');
  const show = (shown: string) => {
    list.value = {
      ...list.value,
      entries: list.value.entries.map((one) => (one.id === entry.id ? { ...one, title: shown } : one)),
    };
  };
  const done = await change(words.notRenamed(shortTitle(entry)), async () => {
    show(title);
    let rev = entry.rev;
    for (let attempt = 1; ; attempt++) {
      const { error, response } = await sendWithRoom(() =>
        api.PATCH('/api/v1/drawings/{id}', {
          params: { path: { id: entry.id }, header: { 'If-Match': `"${rev}"`, 'Idempotency-Key': newId() } },
          body: [
            { op: 'test', path: '/title', value: entry.title },
            { op: 'replace', path: '/title', value: title },
          ],
          headers: { 'Content-Type': 'application/json-patch+json' },
        }),
      );
      if (response.ok) return;
      const current = Number(/\d+/.exec(response.headers.get('ETag') ?? '')?.[0]);
      const moved = response.status === 409 && error?.error.code === 'conflict' && current !== rev;
      if (!moved || !Number.isInteger(current) || attempt === 3)
        throw new Error(problemWords(error, response));
      rev = current;
    }
  });
  if (!done) show(entry.title);
}
