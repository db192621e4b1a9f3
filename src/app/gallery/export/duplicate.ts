/**
 * A copy of a drawing with an id of its own, made through the API, in slices when one request cannot hold it.
 * Loaded when it is needed.
 */
import { BODY_MAX } from '../../../core/drawing/limits.ts';
import type { Drawing, DrawingEntry, Stroke } from '../../../core/drawing/types.ts';
import { fitTitle } from '../../import/titles.ts';
import { newId } from '../../platform/new-id.ts';
import { drawingAddress, navigate } from '../../router.ts';
import { type Answer, type DrawingsPort, drawingsApi } from '../../studio/document/drawings-port.ts';
import type { Content } from '../../studio/export/export.ts';
import { unsavedDrawings } from '../../studio/saving/busy.ts';
import { toast } from '../../ui/toasts.ts';
import { copies as words } from '../../words/en/gallery/copies.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { codeWords } from '../../words/problems.ts';
import { shortTitle, titleWords } from '../list/arrange.ts';
import { change, sendTrash } from '../list/changes.ts';

/** Bytes of strokes in one request: room for a thumbnail, a title and the operations around them. */
const SLICE = BODY_MAX - 1024 * 1024;
/** Around a stroke in a patch: `{"op":"add","path":"/strokes/-","value":},`. */
const ENVELOPE = 48;
/** Times that a request without an answer is sent: each is safe to receive twice. */
const TRIES = 2;

/** The title of a copy, as long as a title may be. */
export function titled(title: string, around: (title: string) => string): string {
  return fitTitle(titleWords(title), around);
}

/** Strokes in groups that a request holds each, in their order. At least one group. */
export function slices(strokes: readonly Stroke[], bytes: number): Stroke[][] {
  let group: Stroke[] = [];
  const groups = [group];
  let size = 0;
  for (const stroke of strokes) {
    // All that a stroke may hold is ASCII: characters are bytes.
    const length = JSON.stringify(stroke).length + ENVELOPE;
    if (group.length > 0 && size + length > bytes) {
      group = [];
      groups.push(group);
      size = 0;
    }
    group.push(stroke);
    size += length;
  }
  return groups;
}

async function answered<T>(send: () => Promise<Answer<T>>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await send();
      if (answer.ok) return answer.value;
      throw new Refused(codeWords(answer.code) ?? answer.message);
    } catch (error) {
      if (error instanceof Refused || attempt === TRIES) throw error;
    }
  }
}

class Refused extends Error {}

/**
 * Writes the copy of a drawing under `id`. While it is being written in slices its title says so: what a crash
 * leaves behind is not taken for the whole.
 * @param bytes of strokes in one request
 * @throws when it is not complete; `begun` has been called when something is there
 */
export async function writeCopy(
  port: Pick<DrawingsPort, 'create' | 'patch'>,
  source: Pick<Drawing, 'title' | 'strokes' | 'thumb'>,
  id: string,
  begun: () => void,
  bytes = SLICE,
): Promise<void> {
  const title = titled(source.title, words.copyOf);
  const [first = [], ...rest] = slices(source.strokes, bytes);
  const { thumb } = source;
  const beginning = {
    title: rest.length ? titled(source.title, words.unfinishedCopyOf) : title,
    strokes: first,
    thumb,
  };
  let rev = await answered(() => port.create(id, beginning));
  begun();
  for (const [index, strokes] of rest.entries()) {
    const operations = [
      ...strokes.map((value) => ({ op: 'add', path: '/strokes/-', value }) as const),
      ...(index === rest.length - 1 ? [{ op: 'replace', path: '/title', value: title } as const] : []),
    ];
    const patch = { rev, key: newId(), operations };
    rev = await answered(() => port.patch(id, patch));
  }
}

/** A drawing with all that was drawn on it, stored or not. @throws with a sentence for the person */
export async function contentOf({ id, thumb }: DrawingEntry): Promise<Content & Pick<Drawing, 'thumb'>> {
  const open = unsavedDrawings.value.get(id);
  if (open?.isRead) {
    const { title, strokes, createdAt, changedAt: updatedAt } = open;
    return { title: title.value, strokes: strokes.value, thumb, createdAt, updatedAt };
  }
  return answered(() => drawingsApi.read(id));
}

/** Puts a copy in the gallery, and offers to open it. What is left of one that failed goes to the trash. */
export async function duplicateDrawing(entry: DrawingEntry): Promise<void> {
  const id = newId();
  let there = false;
  const done = await change(words.notDuplicated(shortTitle(entry)), async () => {
    try {
      const source = await contentOf(entry);
      await writeCopy(drawingsApi, source, id, () => {
        there = true;
      });
    } catch (error) {
      if (there) await sendTrash(id).catch(() => undefined);
      throw error;
    }
  });
  if (!done) return;
  toast(words.duplicated, {
    label: gallery.open,
    run: () => navigate(drawingAddress(id)),
  });
}
