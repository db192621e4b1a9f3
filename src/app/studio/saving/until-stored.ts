/** Waiting for a drawing to be stored. */
import { effect, type ReadonlySignal } from '@preact/signals';
import { problems } from '../../words/en/problems.ts';
import { codeWords } from '../../words/problems.ts';
import type { SaveState } from './save-state.ts';

interface Storing {
  readonly isStored: ReadonlySignal<boolean>;
  readonly save: ReadonlySignal<SaveState>;
}

/**
 * Resolves once the drawing is stored.
 * @throws the signal's reason if stopped, or an error with a sentence for the person while it cannot be stored
 */
export async function untilStored({ isStored, save }: Storing, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  let end = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const stopped = () => reject(stop.reason);
      stop.addEventListener('abort', stopped);
      const endWatch = effect(() => {
        const state = save.value;
        if (isStored.value) resolve();
        else if (state.kind === 'trying') {
          reject(new Error(codeWords(state.trouble === 'full' ? 'storage_full' : 'unavailable')));
        } else if (state.kind === 'refused') reject(new Error(problems.other));
      });
      end = () => {
        endWatch();
        stop.removeEventListener('abort', stopped);
      };
    });
  } finally {
    end();
  }
}
