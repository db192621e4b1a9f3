/** Shares a drawing as a picture with another app. Loaded when needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { choice, makeFile } from '../../studio/export/export.ts';
import { toast } from '../../ui/toasts.ts';
import { copies as words } from '../../words/en/gallery/copies.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from '../list/arrange.ts';
import { contentOf } from './duplicate.ts';

/** Shares a drawing as a PNG. Shows a message if that fails. */
export async function shareDrawing(entry: DrawingEntry): Promise<void> {
  try {
    const content = await contentOf(entry);
    const never = new AbortController().signal;
    const { file } = await makeFile(content, { ...choice.value, format: 'png', lines: false }, never);
    await share(file);
  } catch (error) {
    toast(`${words.notShared(shortTitle(entry))} ${problemWords(error)}`);
  }
}

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    // The person cancelled.
    if (name === 'AbortError') return;
    // Making the picture took so long that the browser wants another click.
    if (name !== 'NotAllowedError') throw error;
    toast(words.pictureReady, { label: gallery.share, run: () => void share(file).catch(() => undefined) });
  }
}
