/** The worker that reads one file. Whatever the file does to it, the page keeps running. */
import type { GivenDates } from '../../core/drawing/dates.ts';
import { strokeJson } from '../../core/drawing/strokes/stroke-json.ts';
import type { OptionalMembers } from '../../core/drawing/types.ts';
import { checkSize } from './common/check-size.ts';
import type { LeftOut } from './common/left-out.ts';
import { type Refusal, Refused } from './common/refused.ts';
import { readText } from './read.ts';

export type FormatMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'strokes'; readonly strokes: readonly string[] }
  | {
      readonly kind: 'done';
      readonly title: string | undefined;
      readonly members: OptionalMembers;
      readonly dates: GivenDates;
      readonly leftOut: LeftOut;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** How many strokes one message carries. */
const TOGETHER = 500;

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void read(data);
});

async function read(file: Blob): Promise<void> {
  try {
    checkSize(file.size);
    const { title, members, strokes, dates, leftOut } = readText(await file.text(), (done) =>
      answer({ kind: 'progress', done }),
    );
    for (let i = 0; i < strokes.length; i += TOGETHER) {
      answer({ kind: 'strokes', strokes: strokes.slice(i, i + TOGETHER).map(strokeJson) });
    }
    answer({ kind: 'done', title, members, dates, leftOut });
  } catch (error) {
    const refusal: Refusal = error instanceof Refused ? error.refusal : { code: 'unreadable' };
    answer({ kind: 'refused', refusal });
  }
}

function answer(message: FormatMessage): void {
  postMessage(message);
}
