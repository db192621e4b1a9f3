/**
 * Copies of drawings, made through the API, in slices if a drawing is too large for one request. Loaded when
 * needed.
 */
import { BODY_MAX } from '../../../core/drawing/limits.ts';
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import type { Drawing, DrawingEntry, OptionalMembers, Stroke } from '../../../core/drawing/types.ts';
import { fitTitle } from '../../import/titles.ts';
import { newId } from '../../platform/new-id.ts';
import { drawingAddress, navigate } from '../../router.ts';
import { type DrawingsPort, drawingsApi, type PortResult } from '../../studio/document/drawings-port.ts';
import type { Content } from '../../studio/export/export.ts';
import { unsavedDrawings } from '../../studio/saving/busy.ts';
import { toastWhile } from '../../ui/toasts.ts';
import { copies as words } from '../../words/en/gallery/copies.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { codeWords } from '../../words/problems.ts';
import { shortTitle, titleWords } from '../list/arrange.ts';
import { change, moving, sendTrash } from '../list/changes.ts';
import { drawingList } from '../list/drawings.ts';

/** Most bytes of strokes in one request. The rest is for the thumbnail, the title and the syntax. */
const SLICE_MAX = BODY_MAX - 1024 * 1024;
/** Bytes around a stroke in a patch: `{"op":"add","path":"/strokes/-","value":},`. */
const ENVELOPE = 48;
/** How often a request is sent when there is no response. Each is safe to receive twice. */
const TRIES = 2;

/** The title of a copy, within the limit of a title. */
export function copyTitle(title: string, around: (title: string) => string): string {
  return fitTitle(titleWords(title), around);
}

/**
 * Divides strokes into groups of at most `bytes` as JSON, in order, each at least one stroke. Returns at least
 * one group.
 */
export function slices(strokes: readonly Stroke[], bytes: number): Stroke[][] {
  let group: Stroke[] = [];
  const groups = [group];
  let size = 0;
  for (const stroke of strokes) {
    // A stroke as JSON is ASCII, so characters are bytes.
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

/** Sends a request, twice if need be. */
async function sendWithRetry<T>(send: () => Promise<PortResult<T>>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await send();
      if (result.ok) return result.value;
      throw new Refused(codeWords(result.code) ?? result.message);
    } catch (error) {
      if (error instanceof Refused || attempt === TRIES) throw error;
    }
  }
}

class Refused extends Error {}

/**
 * Writes the copy of a drawing under `id`. While slices are missing, its title says that it is unfinished, so
 * that nobody takes the rest of a crash for the whole drawing.
 * @param begun called when the drawing exists
 * @param bytes most bytes of strokes in one request
 * @throws if the copy is not complete
 */
export async function writeCopy(
  port: Pick<DrawingsPort, 'create' | 'patch'>,
  source: Pick<Drawing, 'title' | 'strokes' | 'thumb'> & OptionalMembers,
  id: string,
  begun: () => void,
  bytes = SLICE_MAX,
): Promise<void> {
  const title = copyTitle(source.title, words.copyOf);
  const [first = [], ...rest] = slices(source.strokes, bytes);
  const beginning = {
    title: rest.length ? copyTitle(source.title, words.unfinishedCopyOf) : title,
    strokes: first,
    thumb: source.thumb,
    ...optionalMembers(source),
  };
  const key = newId();
  let rev = await sendWithRetry(() => port.create(id, beginning, key));
  begun();
  for (const [index, strokes] of rest.entries()) {
    const operations = [
      ...strokes.map((value) => ({ op: 'add', path: '/strokes/-', value }) as const),
      ...(index === rest.length - 1 ? [{ op: 'replace', path: '/title', value: title } as const] : []),
    ];
    const patch = { rev, key: newId(), operations };
    rev = await sendWithRetry(() => port.patch(id, patch));
  }
}

/**
 * The content of a drawing, unsaved strokes included.
 * @throws an Error with a sentence for the person
 */
export async function contentOf({
  id,
  thumb,
}: DrawingEntry): Promise<Content & Pick<Drawing, 'thumb' | 'underlay'>> {
  const open = unsavedDrawings.value.get(id);
  if (open?.isRead) {
    const { title, paper, layers, underlay, strokes, createdAt, changedAt: updatedAt } = open;
    const members = { paper: paper.value, layers: layers.value, underlay: underlay.value };
    return { title: title.value, ...members, strokes: strokes.value, thumb, createdAt, updatedAt };
  }
  return sendWithRetry(() => drawingsApi.read(id));
}

/**
 * Copies the photo that one drawing is made from to another. One that is not on this device is missing there too, and so is one
 * that no host takes any more: a drawing is not left without its copy for that.
 */
async function copyPhoto(from: string, to: string): Promise<void> {
  const { keepPhoto, PhotoProblem, readPhoto } = await import('../../studio/underlay/photo-port.ts');
  const kept = await readPhoto(from);
  if (!kept) return;
  await keepPhoto(to, kept.photo).catch((error) => {
    if (!(error instanceof PhotoProblem && error.isRefused)) throw error;
  });
}

/** Adds a copy of a drawing to the gallery and offers to open it. An incomplete copy goes to the trash. */
export async function duplicateDrawing(entry: DrawingEntry): Promise<void> {
  const id = newId();
  let there = false;
  const done = await change(words.notDuplicated(shortTitle(entry)), async () => {
    try {
      const source = await contentOf(entry);
      await writeCopy(drawingsApi, source, id, () => {
        there = true;
      });
      if (source.underlay) await copyPhoto(entry.id, id);
    } catch (error) {
      if (there) await sendTrash(id).catch(() => undefined);
      throw error;
    }
  });
  if (!done) return;
  const isThere = () => drawingList('all').value.entries.some((one) => one.id === id);
  // The list has the copy soon.
  let wasThere = false;
  toastWhile(
    () => {
      const there = isThere() && !moving.value.has(id);
      wasThere ||= there;
      return there || !wasThere;
    },
    words.duplicated,
    { label: gallery.open, run: () => navigate(drawingAddress(id)) },
  );
}
