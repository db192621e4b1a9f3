/** A drawing as a file that a person takes away. */
import { pictureOf } from '../../ink/index.ts';
import { download } from '../download.ts';
import type { Session } from './session.ts';

/** Saves a PNG. False when there is nothing on the drawing. */
export async function exportPicture(session: Session): Promise<boolean> {
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--drawing-paper').trim();
  const blob = await pictureOf(session.strokes.value, paper || 'white');
  if (!blob) return false;
  download(blob, `${fileName(session.title.value)}.png`);
  return true;
}

/** Saves what `PUT /api/v1/drawings/{id}` takes. False when there is nothing on the drawing. */
export function exportJson(session: Session): boolean {
  const strokes = session.strokes.value;
  if (strokes.length === 0) return false;
  const text = JSON.stringify({ title: session.title.value, strokes, thumb: '' });
  download(new Blob([text], { type: 'application/json' }), `${fileName(session.title.value)}.json`);
  return true;
}

/** The title without what file systems refuse; `Drawing` for none. */
export function fileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return [...name].slice(0, 80).join('').trim() || 'Drawing';
}
