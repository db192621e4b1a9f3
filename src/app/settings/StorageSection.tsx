import { useState } from 'preact/hooks';
import { isInstalled, safariDevice } from '../platform/install.ts';
import { askPersistence, sizeWords, storageState } from '../platform/storage.ts';
import { syncState } from '../sync/sync-link.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ArchivePart } from './archive/ArchivePart.tsx';

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
      <SevenDays />
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

/** Of Safari, and of every browser on an iPhone or iPad; an installed app is spared. */
function SevenDays() {
  const device = safariDevice();
  if (device === undefined || isInstalled()) return null;
  return (
    <Notice icon="warning" title="Safari may delete these drawings">
      It deletes what a site has stored once you have used Safari for seven days without opening the site.{' '}
      {syncState.value?.on
        ? 'What is backed up to your server stays there.'
        : `Export everything now and then, turn on backup to a server, or install Pleinair ${device === 'ios' ? 'on the Home Screen' : 'in the Dock'}.`}
    </Notice>
  );
}
