/** Asks the browser for persistent storage while nobody draws, because Firefox shows a question. */
import { effect } from '@preact/signals';
import { askPersistence } from '../../platform/storage.ts';
import { penDown } from '../saving/busy.ts';

/** ms without drawing before the question. */
const IDLE_MS = 4_000;

let isAsked = false;

/** Asks as soon as nobody draws, once per page. Called after the first save. */
export function askPersistenceWhenIdle(): void {
  if (isAsked) return;
  isAsked = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    clearTimeout(timer);
    if (penDown.value) return;
    timer = setTimeout(() => {
      stop();
      void askPersistence();
    }, IDLE_MS);
  });
}
