import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { codeInFragment } from '../../../api/pairing/pairing-link.ts';
import { api } from '../../client/client.ts';
import { navigate } from '../../router.ts';
import { type Owner, rememberOwner, syncedWith } from '../../sync/owner.ts';
import { lookAtCode, sendCode } from '../../sync/pairing.ts';
import type { TokenRefusal } from '../../sync/sync-actions.ts';
import { syncState, syncStateKnown } from '../../sync/sync-link.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { devices as words } from '../../words/en/sync/devices.ts';
import { server } from '../../words/en/sync/server.ts';
import { pairingRefusalWords } from './sync-words.ts';

/** The code of the link that this page was opened with. Nothing stores it. */
const code = signal<string | undefined>(undefined);

/** Takes a code out of the address, so that neither the history nor a picture of the screen has it. */
function takeCode(): void {
  const found = codeInFragment(location.hash);
  if (found === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  code.value = found;
}
takeCode();

/** What a person decides about: the drawings that go to an owner. */
interface Asking {
  readonly owner: Owner;
  /** Drawings of this device, those in the trash too. */
  readonly drawings: number;
  /** Whom this device synced with before, if that was another one. */
  readonly before: Owner | undefined;
}

/** What the dialog shows on a device that was opened with another device's link. */
type State = 'looking' | 'insecure' | 'synced' | Asking | 'joining' | TokenRefusal;

/** Decides what to show before the code is used. */
async function look(given: string, onOwner: (owner: Owner) => void, signal: AbortSignal): Promise<State> {
  if (!('serviceWorker' in navigator)) return 'insecure';
  // On a first visit the worker is still being installed.
  await navigator.serviceWorker.ready;
  await syncStateKnown();
  const state = syncState.value;
  if (state?.on && state.trouble !== 'wrong_token') return 'synced';
  const owner = await lookAtCode(given, signal);
  if ('trouble' in owner) return owner;
  onOwner(owner);
  const { data } = await api.GET('/api/v1/status');
  const drawings = (data?.drawings ?? 1) + (data?.trashed ?? 0);
  // The drawings of this device go to whoever made the link, so a person decides.
  if (drawings === 0) return 'joining';
  const before = syncedWith.value;
  return { owner, drawings, before: before?.person === owner.person ? undefined : before };
}

/** Turns sync on, if the page was opened with a link for that. */
export function JoinHere() {
  useEffect(() => {
    takeCode();
    addEventListener('hashchange', takeCode);
    return () => removeEventListener('hashchange', takeCode);
  }, []);
  const given = code.value;
  return given === undefined ? null : <Join key={given} given={given} />;
}

function Join({ given }: { readonly given: string }) {
  const [state, setState] = useState<State>('looking');
  const owner = useRef<Owner>({ person: null });
  const close = () => {
    code.value = undefined;
  };
  useEffect(() => {
    if (state !== 'looking') return;
    const looking = new AbortController();
    const { signal } = looking;
    const show = (next: State) => !signal.aborted && setState(next);
    const keep = (next: Owner) => {
      owner.current = next;
    };
    void look(given, keep, signal).then(show, () => show({ trouble: 'no_worker', wait: 0 }));
    return () => looking.abort();
  }, [state]);
  useEffect(() => {
    if (state !== 'joining') return;
    const joining = new AbortController();
    const { signal } = joining;
    void sendCode(given, signal).then((refused) => {
      if (signal.aborted) return;
      if (refused !== undefined) return setState(refused);
      close();
      // Where the drawings of the other devices arrive.
      navigate('/');
      rememberOwner(owner.current);
      toast(words.joined(owner.current.person));
    });
    // Whoever closes the dialog meanwhile does not want to connect.
    return () => joining.abort();
  }, [state]);
  // A link that the server refused stays refused. Anything else may pass, and the code is good for some minutes.
  const asked = typeof state === 'object' && 'owner' in state ? state : undefined;
  const refused = typeof state === 'object' && 'trouble' in state ? state : undefined;
  const canRetry = refused !== undefined && refused.trouble !== 'wrong_token';
  return (
    <Dialog title={words.join} onClose={close}>
      {(state === 'looking' || state === 'joining') && <p role="status">{words.joining}</p>}
      {state === 'insecure' && <p>{server.insecure}</p>}
      {state === 'synced' && <p>{words.synced}</p>}
      {asked && <Ask {...asked} />}
      {refused && <p role="alert">{pairingRefusalWords(refused)}</p>}
      <div class="row-end">
        <Button tone="quiet" onClick={close}>
          {asked ? words.cancel : words.close}
        </Button>
        {asked && (
          <Button tone="accent" onClick={() => setState('joining')}>
            {words.joinNow}
          </Button>
        )}
        {canRetry && (
          <Button tone="accent" onClick={() => setState('looking')}>
            {words.retry}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Ask({ owner, drawings, before }: Asking) {
  return (
    <>
      <p>
        {words.whose(owner.person, location.host)} {words.copies(drawings)}
      </p>
      {before && <p class="join-warning">{words.other(before.person)}</p>}
    </>
  );
}
