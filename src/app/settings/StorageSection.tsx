import { useState } from 'preact/hooks';
import { isInstalled, safariDevice } from '../platform/install.ts';
import { askPersistence, storageState } from '../platform/storage.ts';
import { syncState } from '../sync/sync-link.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { settings as words } from '../words/en/settings.ts';
import { size } from '../words/format.ts';
import { RichText } from '../words/RichText.tsx';
import { ArchivePart } from './archive/ArchivePart.tsx';
import { VersionsPart } from './VersionsPart.tsx';

/** Used storage, whether the browser may clear it, and export and import of everything. */
export function StorageSection() {
  const [refused, setRefused] = useState(false);
  const { used, quota, persistence } = storageState.value;
  const ask = async () => setRefused(!(await askPersistence({ again: true })));
  return (
    <>
      {used !== undefined && quota !== undefined && (
        <div class="meter">
          <p id="used" class="numerals">
            <RichText
              text={words.used(size(used), size(quota))}
              marks={{ quota: (rest) => <span class="soft">{rest}</span> }}
            />
          </p>
          <meter min={0} max={quota} value={used} aria-labelledby="used" />
        </div>
      )}
      <SevenDays />
      <p>{words[persistence]}</p>
      {persistence === 'clearable' && (
        <p>
          <Button onClick={() => void ask()}>{words.keepSafe}</Button>
        </p>
      )}
      {refused && persistence === 'clearable' && (
        <p class="small soft" aria-live="polite">
          {words.notAgreed}
        </p>
      )}
      <VersionsPart />
      <ArchivePart />
    </>
  );
}

/**
 * The warning that Safari, and every browser on an iPhone or iPad, deletes data after seven days, except in an
 * installed app.
 */
function SevenDays() {
  const device = safariDevice();
  if (device === undefined || isInstalled()) return null;
  return (
    <Notice icon="warning" title={words.safariDeletes}>
      {words.sevenDays} {syncState.value?.on ? words.backedUpStays : words.takeCare[device]}
    </Notice>
  );
}
