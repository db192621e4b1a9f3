import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SyncStatus, Trouble } from '../../../sync/state/sync-status.ts';
import { now } from '../../platform/clock.ts';
import { askOwner, syncedWith } from '../../sync/owner.ts';
import SyncNotices from '../../sync/SyncNotices.tsx';
import { pauseSync, syncPhotos, turnOff } from '../../sync/sync-actions.ts';
import { requestSync, syncState } from '../../sync/sync-link.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Check } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast, toastWhile } from '../../ui/toasts.ts';
import { devices } from '../../words/en/sync/devices.ts';
import { photoSync } from '../../words/en/sync/photos.ts';
import { server as words } from '../../words/en/sync/server.ts';
import { relativeTime } from '../../words/format.ts';
import { AddDevice } from './AddDevice.tsx';
import { DrawingTroubles } from './DrawingTroubles.tsx';
import { isStopped, syncSummary } from './sync-words.ts';
import { TokenForm } from './TokenForm.tsx';

/** The server's token, the state of sync, and its controls. */
export function SyncSection() {
  const state = syncState.value;
  const part = useRef<HTMLDivElement>(null);
  const on = state?.on ?? false;
  const held = useRef(false);
  useLayoutEffect(() => {
    // The focused element has disappeared: the focus moves to the first control in its place.
    if (held.current && document.activeElement === document.body)
      part.current?.querySelector<HTMLElement>('button, input')?.focus();
    held.current = false;
  }, [on]);
  if (state === undefined) return <NoWorker />;
  return (
    <div
      class="sync"
      ref={part}
      onFocusIn={() => {
        held.current = true;
      }}
    >
      {on ? <On state={state} /> : <Off />}
    </div>
  );
}

function NoWorker() {
  return (
    <p>
      {words.only} {isSecureContext ? words.noWorker : words.insecure}
    </p>
  );
}

function Off() {
  return (
    <>
      <p>
        {words.only} {words.off}
      </p>
      <TokenForm label={words.token} action={words.turnOn} />
    </>
  );
}

function On({ state }: { readonly state: SyncStatus }) {
  const { paused, running, trouble, retryAt } = state;
  const [ending, setEnding] = useState(false);
  const [adding, setAdding] = useState(false);
  // A server that only a person can mend is left alone, as sync leaves it alone.
  const isStuck = trouble !== null && retryAt === null;
  useEffect(() => {
    if (!isStuck) void askOwner();
  }, [isStuck]);
  return (
    <>
      <Summary state={state} />
      {running && <Running state={state} />}
      {trouble && isStopped(state) && <Stopped trouble={trouble} retryAt={state.retryAt} />}
      {trouble === 'wrong_token' && !running && <TokenForm label={words.newToken} action={words.continue} />}
      <div class="sync-buttons">
        {running ? (
          <Button onClick={() => pauseSync(true)}>{words.pause}</Button>
        ) : paused ? (
          <Button tone="accent" onClick={() => pauseSync(false)}>
            {words.resume}
          </Button>
        ) : (
          <Button icon="refresh" onClick={() => requestSync('hand')}>
            {words.sync}
          </Button>
        )}
        {trouble !== 'wrong_token' && <Button onClick={() => setAdding(true)}>{devices.add}</Button>}
        <Button tone="quiet" onClick={() => setEnding(true)}>
          {words.turnOff}
        </Button>
      </div>
      {state.photos !== undefined && <Photos on={state.photos} />}
      <DrawingTroubles troubles={state.troubles} />
      <SyncNotices all />
      {ending && <TurnOff onClose={() => setEnding(false)} />}
      {adding && <AddDevice onClose={() => setAdding(false)} />}
    </>
  );
}

/** The state of the backup in one line, and the time of the last sync below it. */
function Summary({ state }: { readonly state: SyncStatus }) {
  const { lastSuccess } = state;
  const owner = syncedWith.value;
  const { icon, text } = syncSummary(state);
  return (
    <div class="sync-summary">
      <Icon name={icon} />
      <div>
        <p role="status">{text}</p>
        <p class="small soft">
          {lastSuccess === null
            ? words.neverSynced
            : words.synced(relativeTime(new Date(lastSuccess).toISOString(), now.value))}
        </p>
        {owner && <p class="small soft">{devices.syncsWith(owner.person, location.host)}</p>}
      </div>
    </div>
  );
}

function Running({ state: { progress } }: { readonly state: SyncStatus }) {
  const { done, total } = progress ?? { done: 0, total: 0 };
  // One or two drawings are synced before anybody could read a count.
  const shown = total > 2;
  return (
    <div class="sync-running">
      <p id="sync-progress" class="numerals">
        {shown ? words.syncingOf(done, total) : words.syncing}
      </p>
      <progress
        aria-labelledby="sync-progress"
        {...(shown ? { max: total, value: Math.min(done, total) } : {})}
      />
      {shown && <p class="small soft">{words.keepDrawing}</p>}
    </div>
  );
}

/** Whether photos to draw from go to the server, too. */
function Photos({ on }: { readonly on: boolean }) {
  const pick = (next: boolean) => {
    syncPhotos(next);
    if (!next) toast(photoSync.stay);
  };
  return (
    <div>
      <Check label={photoSync.keep} on={on} onPick={pick} />
      <p class="small soft">{on ? photoSync.on(location.host) : photoSync.off}</p>
    </div>
  );
}

interface StoppedProps {
  readonly trouble: Trouble;
  readonly retryAt: number | null;
}

function Stopped({ trouble, retryAt }: StoppedProps) {
  const minutes = retryAt === null ? 0 : Math.ceil((retryAt - now.value) / 60_000);
  return (
    <Notice icon="warning" tone="danger" title={words.stopped[trouble]}>
      {words.stoppedText[trouble]} {minutes > 1 && words.nextTry(minutes)}
    </Notice>
  );
}

function TurnOff({ onClose }: { readonly onClose: () => void }) {
  const unsent = syncState.value?.waiting.changes ?? 0;
  const end = () => {
    onClose();
    turnOff();
    // The worker has not answered yet.
    let wasOff = false;
    toastWhile(() => {
      const on = syncState.value?.on ?? false;
      wasOff ||= !on;
      return !(on && wasOff);
    }, words.isOff);
  };
  return (
    <Dialog title={words.turnOffTitle} onClose={onClose}>
      <p>{words.turnOffText}</p>
      {unsent > 0 && <p>{words.unsent(unsent)}</p>}
      <div class="row-end">
        <Button tone="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button tone="accent" onClick={end}>
          {words.turnOff}
        </Button>
      </div>
    </Dialog>
  );
}
