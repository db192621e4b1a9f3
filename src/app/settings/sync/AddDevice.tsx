import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CODE_MINUTES, pairingLink } from '../../../api/pairing/pairing-link.ts';
import { isLoopback } from '../../sync/loopback.ts';
import { deviceSince, type PairingCode, requestCode } from '../../sync/pairing.ts';
import type { TokenRefusal } from '../../sync/sync-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { devices as words } from '../../words/en/sync/devices.ts';
import type { QrPicture } from './qr.ts';
import { codeRefusalWords } from './sync-words.ts';

interface Invitation {
  readonly made: PairingCode;
  readonly link: string;
  readonly picture: QrPicture;
}

interface Connected {
  /** Name of the device that opened the link. */
  readonly device: string;
}

type State = 'asking' | 'expired' | Invitation | Connected | TokenRefusal;

async function invitation(): Promise<Invitation | TokenRefusal> {
  const [made, { qrPicture }] = await Promise.all([requestCode(), import('./qr.ts')]);
  if ('trouble' in made) return made;
  const link = pairingLink(location.origin, made.code);
  return { made, link, picture: qrPicture(link) };
}

/** Counted here: the clock of this device may differ from the server's, which sent the hour. */
const CODE_MS = CODE_MINUTES * 60_000;

/** What follows after that long: a device that has come stays. */
const expired = (state: State): State => (typeof state === 'object' && 'device' in state ? state : 'expired');

/** ms between two looks whether the other device is there. */
const LOOK_MS = 2_000;

/** Looks until a device has used the code. */
function untilUsed({ made }: Invitation, onUsed: (device: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const look = async () => {
    const device = await deviceSince(made).catch(() => undefined);
    if (isOver) return;
    if (device !== undefined) onUsed(device);
    else timer = setTimeout(() => void look(), LOOK_MS);
  };
  timer = setTimeout(() => void look(), LOOK_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The link that lets another device in, as text and as a QR code. */
export function AddDevice({ onClose }: { readonly onClose: () => void }) {
  const [state, setState] = useState<State>('asking');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let shown = true;
    let timer = 0;
    setState('asking');
    const fail = (): TokenRefusal => ({ trouble: 'no_worker', wait: 0 });
    void invitation()
      .catch(fail)
      .then((next) => {
        if (!shown) return;
        setState(next);
        if ('link' in next) timer = window.setTimeout(() => setState(expired), CODE_MS);
      });
    return () => {
      shown = false;
      clearTimeout(timer);
    };
  }, [round]);
  useEffect(() => {
    if (typeof state === 'object' && 'link' in state)
      return untilUsed(state, (device) => setState({ device }));
  }, [state]);
  const isRefused = typeof state === 'object' && 'trouble' in state;
  const isConnected = typeof state === 'object' && 'device' in state;
  const isOver = state === 'expired' || isRefused;
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The pressed button has disappeared.
    if (document.activeElement === document.body) part.current?.querySelector('button')?.focus();
  }, [state]);
  return (
    <Dialog title={words.add} onClose={onClose}>
      {state === 'asking' && <p role="status">{words.making}</p>}
      {state === 'expired' && <p role="alert">{words.expired}</p>}
      {isRefused && <p role="alert">{codeRefusalWords(state)}</p>}
      {isConnected && <p role="status">{words.connected(state.device)}</p>}
      {typeof state === 'object' && 'link' in state && <Link {...state} />}
      <div class="row-end" ref={part}>
        <Button tone={isConnected ? 'accent' : isOver ? 'quiet' : 'plain'} onClick={onClose}>
          {isConnected ? words.done : words.close}
        </Button>
        {isOver && (
          <Button tone="accent" onClick={() => setRound(round + 1)}>
            {isRefused ? words.retry : words.again}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Link({ link, picture: { size, path } }: Invitation) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // The browser forbids copying. The link is selected, so that a person can copy it.
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <div class="pairing">
      <p>{words.how}</p>
      <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.picture}>
        <path class="qr-paper" d={`M0 0h${size}v${size}h-${size}z`} />
        <path class="qr-ink" d={path} />
      </svg>
      <code ref={text} class="pairing-link" dir="ltr">
        {link}
      </code>
      <p>
        <Button onClick={() => void copy()}>{copied ? words.copied : words.copy}</Button>
        <span class="unseen" role="status">
          {copied && words.copied}
        </span>
      </p>
      <p class="small soft">{words.once}</p>
      {isLoopback(link) && <p class="small">{words.loopback}</p>}
    </div>
  );
}
