import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SyncStatus, Trouble } from '../../../sync/state/sync-status.ts';
import { now } from '../../platform/clock.ts';
import SyncNotices from '../../sync/SyncNotices.tsx';
import { pauseSync, turnOff } from '../../sync/sync-actions.ts';
import { syncState, wantSync } from '../../sync/sync-link.ts';
import { backupWords, drawingsWords } from '../../sync/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toasts.ts';
import { relative } from '../../words/format.ts';
import { DrawingTroubles } from './DrawingTroubles.tsx';
import { STOPPED } from './sync-words.ts';
import { TokenForm } from './TokenForm.tsx';

/** The server's token, and what is to be known and done about sync. */
export function SyncSection() {
  const state = syncState.value;
  const part = useRef<HTMLDivElement>(null);
  const on = state?.on ?? false;
  const held = useRef(false);
  useLayoutEffect(() => {
    // What had the focus is gone: it goes to what stands in its place.
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
      Your drawings are on this device only.{' '}
      {isSecureContext
        ? 'Keeping them on a server, too, needs a part of the app that this browser does not run just now. Reload this page to try again.'
        : 'Keeping them on a server, too, works over HTTPS alone: on this address the browser leaves out a part of the app that it needs.'}
    </p>
  );
}

function Off() {
  return (
    <>
      <p>
        Your drawings are on this device only, and nothing is sent to the server. With the server's token they
        are kept there, too, and your other devices show the same ones.
      </p>
      <TokenForm label="Server token" action="Turn on" />
    </>
  );
}

function On({ state }: { readonly state: SyncStatus }) {
  const { paused, running, trouble } = state;
  const [ending, setEnding] = useState(false);
  return (
    <>
      <Summary state={state} />
      {running && <Running state={state} />}
      {trouble && !running && !paused && <Stopped trouble={trouble} retryAt={state.retryAt} />}
      {trouble === 'wrong_token' && !running && <TokenForm label="New token" action="Go on" />}
      <div class="sync-buttons">
        {running ? (
          <Button onClick={() => pauseSync(true)}>Stop</Button>
        ) : paused ? (
          <Button tone="accent" onClick={() => pauseSync(false)}>
            Continue
          </Button>
        ) : (
          <Button icon="refresh" onClick={() => wantSync('hand')}>
            Sync now
          </Button>
        )}
        <Button tone="quiet" onClick={() => setEnding(true)}>
          Turn off
        </Button>
      </div>
      <DrawingTroubles troubles={state.troubles} />
      <SyncNotices all />
      {ending && <TurnOff onClose={() => setEnding(false)} />}
    </>
  );
}

/** In one line where the drawings are; under it when that was so. */
function Summary({ state }: { readonly state: SyncStatus }) {
  const { paused, lastSuccess } = state;
  return (
    <div class="sync-summary">
      <Icon name={summaryIcon(state)} />
      <div>
        <p role="status">
          {backupWords(state)}
          {paused && '. Stopped'}
        </p>
        <p class="small soft">
          {lastSuccess === null
            ? 'This device and the server have not been compared yet.'
            : `Last compared with the server ${relative(new Date(lastSuccess).toISOString(), now.value)}.`}
        </p>
      </div>
    </div>
  );
}

function summaryIcon({ waiting, lastSuccess, trouble, troubles }: SyncStatus): IconName {
  if (trouble !== null || troubles.length > 0) return 'warning';
  return waiting.drawings === 0 && lastSuccess !== null ? 'check' : 'clock';
}

function Running({ state: { progress } }: { readonly state: SyncStatus }) {
  const { done, total } = progress ?? { done: 0, total: 0 };
  // One or two are over before it could be read.
  const shown = total > 2;
  return (
    <div class="sync-running">
      <p id="sync-progress">
        {shown ? (
          <>
            <span class="numerals">{done.toLocaleString('en-SG')}</span> of{' '}
            <span class="numerals">{drawingsWords(total)}</span>
          </>
        ) : (
          'Syncing…'
        )}
      </p>
      <progress
        aria-labelledby="sync-progress"
        {...(shown ? { max: total, value: Math.min(done, total) } : {})}
      />
      {shown && (
        <p class="small soft">You can go on drawing. It goes on where it was when it is interrupted.</p>
      )}
    </div>
  );
}

interface StoppedProps {
  readonly trouble: Trouble;
  readonly retryAt: number | null;
}

function Stopped({ trouble, retryAt }: StoppedProps) {
  const { title, words } = STOPPED[trouble];
  const minutes = retryAt === null ? 0 : Math.ceil((retryAt - now.value) / 60_000);
  return (
    <Notice icon="warning" tone="danger" title={title}>
      {words}
      {minutes > 1 && ` The next try is in about ${minutes} minutes.`}
    </Notice>
  );
}

function TurnOff({ onClose }: { readonly onClose: () => void }) {
  const end = () => {
    onClose();
    turnOff();
    toast('Sync is off. Your drawings are on this device; what was backed up stays on the server.');
  };
  return (
    <Dialog title="Turn sync off?" onClose={onClose}>
      <p>
        The token is removed from this device. All drawings that are here stay here, and what was backed up
        stays on the server. Changes from then on stay where they are made, until it is turned on again.
      </p>
      <div class="row-end">
        <Button tone="quiet" onClick={onClose}>
          Keep it on
        </Button>
        <Button tone="accent" onClick={end}>
          Turn off
        </Button>
      </div>
    </Dialog>
  );
}
