/** A drawing as a picture, to another app. Loaded when it is needed. */
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { choice, makeFile } from '../../studio/export/export.ts';
import { toast } from '../../ui/toasts.ts';
import { copies as words } from '../../words/en/gallery/copies.ts';
import { gallery } from '../../words/en/gallery/gallery.ts';
import { problemWords } from '../../words/problems.ts';
import { shortTitle } from '../list/arrange.ts';
import { contentOf } from './duplicate.ts';

export async function shareDrawing(entry: DrawingEntry): Promise<void> {
  try {
    const content = await contentOf(entry);
    const never = new AbortController().signal;
    const { file } = await makeFile(content, { ...choice.value, format: 'png' }, never);
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
    // The person would rather not.
    if (name === 'AbortError') return;
    // The press that asked for it is too long ago for the browser: a large picture takes its time.
    if (name !== 'NotAllowedError') throw error;
    toast(words.pictureReady, { label: gallery.share, run: () => void share(file).catch(() => undefined) });
  }
}
