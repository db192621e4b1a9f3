import './shared.css';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { components } from '../client/schema.ts';
import { transport } from '../client/transport.ts';
import { isLoopback } from '../sync/loopback.ts';
import { requestSync, syncState, syncStateKnown } from '../sync/sync-link.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/Field.tsx';
import { shared as words } from '../words/en/shared.ts';
import { devices } from '../words/en/sync/devices.ts';
import { exactTime, relativeTime } from '../words/format.ts';
import { RichText } from '../words/RichText.tsx';

type Share = components['schemas']['Share'];
type Shares = components['schemas']['Shares'];
type Link = Shares['shares'][number];
type Ends = 'never' | 'inDay' | 'inWeek';

const DAY = 24 * 60 * 60_000;
const LENGTHS: Readonly<Record<Ends, number | undefined>> = { never: undefined, inDay: DAY, inWeek: 7 * DAY };

interface ShareDialogProps {
  /** Id of the drawing. */
  readonly id: string;
  /** True if nothing is drawn yet. */
  readonly isBlank: boolean;
  /** True if a layer is hidden. Whoever has the link gets it all the same. */
  readonly hasHidden: boolean;
  readonly onClose: () => void;
}

/** Makes links that show a drawing, and ends them. */
export default function ShareDialog({ id, isBlank, hasHidden, onClose }: ShareDialogProps) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    void syncStateKnown().then(() => setKnown(true));
  }, []);
  const isOn = syncState.value?.on === true;
  return (
    <Dialog title={words.share} onClose={onClose}>
      <div class="share-dialog" aria-busy={!isKnown}>
        {isOn ? <Links id={id} isBlank={isBlank} hasHidden={hasHidden} /> : isKnown && <Off />}
        <div class="share-actions">
          <Button tone="quiet" onClick={onClose}>
            {words.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const toSettings = { settings: (text: string) => <a href="/settings">{text}</a> };

function Off() {
  return (
    <p>
      <RichText text={words.off} marks={toSettings} />
    </p>
  );
}

const byStatus = (status: number | undefined): string => {
  if (status === 401) return words.noToken;
  if (status === 404) return words.notThere;
  if (status === 409) return words.trashed;
  if (status === 429) return words.limited;
  if (status === 507) return words.tooMany;
  return status === undefined || status >= 500 ? words.noServer : words.failed;
};

function Links({ id, isBlank, hasHidden }: Omit<ShareDialogProps, 'onClose'>) {
  const [links, setLinks] = useState<readonly Link[]>([]);
  /** The link that was just made: no later response has its address. */
  const [made, setMade] = useState<Share>();
  const [ends, setEnds] = useState<Ends>('never');
  const [problem, setProblem] = useState('');
  /** What was just done. A toast would lie behind the dialog, where nobody can read or hear it. */
  const [done, setDone] = useState('');
  /** The server does not have the drawing. */
  const [missing, setMissing] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const [working, setWorking] = useState(false);

  const send = (method: string, rest = '', body?: object) =>
    transport(
      new Request(new URL(`/api/v1/drawings/${id}/shares${rest}`, location.origin), {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  /** Runs a request, and shows what went wrong. */
  async function run(work: () => Promise<Response>): Promise<void> {
    setWorking(true);
    setProblem('');
    setDone('');
    try {
      const { ok, status } = await work();
      setMissing(status === 404);
      // Sync learns of it too, and says so everywhere.
      if (status === 401) requestSync('online');
      if (!ok) setProblem(status === 404 && isBlank ? words.notDrawn : byStatus(status));
    } catch {
      setProblem(byStatus(undefined));
    }
    setWorking(false);
  }
  async function list(): Promise<Response> {
    const response = await send('GET');
    if (!response.ok) return response;
    const { shares }: Shares = await response.json();
    setLinks(shares);
    return response;
  }
  async function make(): Promise<Response> {
    const length = LENGTHS[ends];
    const until = length === undefined ? {} : { expiresAt: new Date(Date.now() + length).toISOString() };
    const response = await send('POST', '', until);
    if (!response.ok) return response;
    setMade(await response.json());
    setDone(words.created);
    return list();
  }
  async function end(link: string): Promise<Response> {
    const response = await send('DELETE', `/${link}`);
    // 404: the link had ended already.
    if (!response.ok && response.status !== 404) return response;
    setDone(words.ended);
    setMade((shown) => (shown?.id === link ? undefined : shown));
    return list();
  }
  useEffect(() => void run(list), [id]);
  const synced = syncState.value?.lastSuccess;
  useEffect(() => {
    if (missing) void run(list);
  }, [synced]);
  useLayoutEffect(() => {
    // The pressed button has disappeared: the focus moves to the first control in its place.
    if (document.activeElement === document.body)
      part.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [made, links]);

  return (
    <div class="share-dialog" ref={part}>
      <p>
        <RichText text={words.what} marks={{ host: () => <strong>{location.host}</strong> }} />
      </p>
      {hasHidden && <p>{words.hidden}</p>}
      {made && (
        <NewLink
          key={made.id}
          address={new URL(made.url, location.origin).href}
          onCopy={(copied) => setDone(copied ? words.copied : words.notCopied)}
        />
      )}
      {!made && !missing && (
        <>
          <Select
            label={words.ends}
            value={ends}
            options={(['never', 'inDay', 'inWeek'] as const).map((value) => ({ value, label: words[value] }))}
            onPick={setEnds}
          />
          <div class="share-actions">
            <Button tone="accent" disabled={working} onClick={() => void run(make)}>
              {words.make}
            </Button>
          </div>
        </>
      )}
      <p role="status" class={problem ? 'share-problem' : done ? 'small' : 'unseen'}>
        {problem ? <RichText text={problem} marks={toSettings} /> : done}
      </p>
      {links.length > 0 && (
        <section>
          <h3>{words.links}</h3>
          <ul class="share-links">
            {links.map((link) => (
              <Row key={link.id} link={link} onEnd={() => void run(() => end(link.id))} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface NewLinkProps {
  readonly address: string;
  /** Called after a press on Copy: true if the browser allowed it. */
  readonly onCopy: (copied: boolean) => void;
}

function NewLink({ address, onCopy }: NewLinkProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const refused = () => {
    onCopy(false);
    // Selected, so that a person can copy it.
    input.current?.focus();
  };
  const copy = () => {
    const copied = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'));
    copied.then(() => onCopy(true), refused);
  };
  const send = () => void navigator.share({ url: address }).catch(() => {});
  return (
    <div class="share-new field">
      <label for={id}>{words.address}</label>
      <div>
        <input
          ref={input}
          id={id}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        {'share' in navigator && <Button onClick={send}>{words.sendTo}</Button>}
        <Button tone="accent" onClick={copy}>
          {words.copy}
        </Button>
      </div>
      <p class="small">{words.once}</p>
      {isLoopback(address) && <p class="small">{devices.loopback}</p>}
    </div>
  );
}

function Row({ link, onEnd }: { readonly link: Link; readonly onEnd: () => void }) {
  const now = Date.now();
  const made = words.made(relativeTime(link.createdAt, now));
  const seen = link.lastSeenAt === null ? words.unseen : words.seen(relativeTime(link.lastSeenAt, now));
  return (
    <li>
      <span>
        {made}
        <span class="small soft">{seen}</span>
        {link.expiresAt !== null && <span class="small soft">{words.until(exactTime(link.expiresAt))}</span>}
      </span>
      <Button tone="danger" aria-label={words.endOf(made)} onClick={onEnd}>
        {words.end}
      </Button>
    </li>
  );
}
