/** Writes the date and the air onto the drawing. */
import type { Ink } from '../../../ink/index.ts';
import { airNow, figuresOf } from '../../air/readings/readings.ts';
import { region } from '../../air/readings/region.ts';
import { stamp as words } from '../../words/en/studio/stamp.ts';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';
import { airLines, stampedWords } from './air-lines.ts';
import { placeStamp } from './place-stamp.ts';

/** Stamps the air, or shows a message that says why not. */
export function stampAir(session: Session, ink: Ink): void {
  placeStamp(session, ink, () => {
    const figures = figuresOf(region.value);
    if (figures === undefined) {
      toastOf(session, words.loading);
      return undefined;
    }
    const [where, now] = [region.value, airNow.value];
    return { lines: airLines(figures, where, now), added: stampedWords(figures, where, now) };
  });
}
