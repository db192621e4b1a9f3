/** The worker that reads one file. Whatever the file does to it, the page keeps running. */
import type { GivenDates } from '../../core/drawing/dates.ts';
import { strokeJson } from '../../core/drawing/strokes/stroke-json.ts';
import { checkSize } from './common/check-size.ts';
import type { LeftOut } from './common/left-out.ts';
import { Refused } from './common/refused.ts';
import { readText } from './read.ts';

export type FormatAnswer =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'strokes'; readonly strokes: readonly string[] }
  | {
      readonly kind: 'done';
      readonly title: string | undefined;
      readonly dates: GivenDates;
      readonly leftOut: LeftOut;
    }
  | { readonly kind: 'refused' | 'failed'; readonly words: string };

/** How many strokes one message carries. */
const TOGETHER = 500;

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void read(data);
});

async function read(file: Blob): Promise<void> {
  try {
    checkSize(file.size);
    const { title, strokes, dates, leftOut } = readText(await file.text(), (done) =>
      answer({ kind: 'progress', done }),
    );
    for (let i = 0; i < strokes.length; i += TOGETHER) {
      answer({ kind: 'strokes', strokes: strokes.slice(i, i + TOGETHER).map(strokeJson) });
    }
    answer({ kind: 'done', title, dates, leftOut });
  } catch (error) {
    if (error instanceof Refused) answer({ kind: 'refused', words: error.message });
    else answer({ kind: 'failed', words: 'The file could not be read. It may have been moved or removed.' });
  }
}

function answer(message: FormatAnswer): void {
  postMessage(message);
}
