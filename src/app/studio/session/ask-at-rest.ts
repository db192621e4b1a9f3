/** Asks the browser to keep the drawings, when no hand is on the paper: Firefox asks the person, in the middle of it all. */
import { effect } from '@preact/signals';
import { askPersistence } from '../../platform/storage.ts';
import { penDown } from '../saving/busy.ts';

/** ms without a hand on the paper. */
const REST = 4_000;

let isAsked = false;

/** To be called after the first save. Asks once in the life of the page. */
export function askPersistenceAtRest(): void {
  if (isAsked) return;
  isAsked = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    clearTimeout(timer);
    if (penDown.value) return;
    timer = setTimeout(() => {
      stop();
      void askPersistence();
    }, REST);
  });
}
