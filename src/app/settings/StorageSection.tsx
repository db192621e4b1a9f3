import { useState } from 'preact/hooks';
import { askPersistence, sizeWords, storageState } from '../storage.ts';
import { Button } from '../ui/Button.tsx';
import { ArchivePart } from './ArchivePart.tsx';

const WORDS = {
  persistent: 'The browser keeps your drawings until you remove them.',
  clearable: 'The browser may clear drawings when the device runs out of room.',
  unknown: 'This browser does not say whether it keeps drawings when the device runs out of room.',
} as const;

/** How much is used, whether the browser may clear it, and everything out and in. */
export function StorageSection() {
  const [refused, setRefused] = useState(false);
  const { used, quota, persistence } = storageState.value;
  const ask = async () => setRefused(!(await askPersistence({ again: true })));
  return (
    <>
      {used !== undefined && quota !== undefined && (
        <div class="meter">
          <p id="used">
            <span class="numerals">{sizeWords(used)}</span> used
            <span class="soft">
              {' '}
              of <span class="numerals">{sizeWords(quota)}</span> that this browser allows
            </span>
          </p>
          <meter min={0} max={quota} value={used} aria-labelledby="used" />
        </div>
      )}
      <p>{WORDS[persistence]}</p>
      {persistence === 'clearable' && (
        <p>
          <Button onClick={() => void ask()}>Keep drawings safe</Button>
        </p>
      )}
      {refused && persistence === 'clearable' && (
        <p class="small soft" aria-live="polite">
          The browser has not agreed yet. It often does once Pleinair is installed or used more.
        </p>
      )}
      <ArchivePart />
    </>
  );
}
