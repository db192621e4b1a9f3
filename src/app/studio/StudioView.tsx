import './studio.css';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Camera, HOME, type Ink } from '../../ink/index.ts';
import { AirChip } from '../air/AirChip.tsx';
import { drawingAddress, navigate } from '../router.ts';
import { LazyNotices } from '../sync/LazyNotices.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { usePageTitle } from '../ui/Page.tsx';
import { penDown } from './busy.ts';
import { Canvas } from './Canvas.tsx';
import { Dock } from './Dock.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FullNotice } from './FullNotice.tsx';
import { leaveFullScreen } from './full-screen.ts';
import { KeysSheet } from './KeysSheet.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { MapCard } from './map/MapCard.tsx';
import { putOnScreen } from './on-screen.ts';
import { closeSession, openSession } from './open-sessions.ts';
import { usePanels } from './panels.ts';
import { SaveStatus } from './SaveStatus.tsx';
import type { Session } from './session.ts';
import { pressKey } from './shortcuts.ts';
import { TITLE_ID, TitleField } from './TitleField.tsx';
import { keysShown } from './view-state.ts';

interface StudioViewProps {
  /** The drawing; without one, a new sheet, which gets its address with its first stroke or title. */
  readonly id?: string;
}

/**
 * The session of the address. A new sheet gets its address when it is made, and stays the same one: whoever
 * draws on it meanwhile is not interrupted.
 */
function useSession(id: string | undefined): Session {
  const [session, setSession] = useState(() => openSession(id));
  /** Does the address name the session? */
  const named = useRef(id !== undefined);
  const stays = id === session.id || (id === undefined && !named.current);
  const made = session.made.value;
  useEffect(() => {
    named.current = id !== undefined;
    if (!stays) setSession(openSession(id));
  }, [stays, id]);
  useEffect(() => {
    if (stays && made && id === undefined) navigate(drawingAddress(session.id), { replace: true });
  }, [stays, made, id, session]);
  useEffect(() => {
    session.shown = true;
    return () => {
      session.shown = false;
      void closeSession(session);
    };
  }, [session]);
  return session;
}

/** The drawing and what it is drawn with. */
export default function StudioView({ id }: StudioViewProps) {
  const session = useSession(id);
  const phase = session.phase.value;
  const title = session.title.value || (session.made.value ? 'Untitled' : 'New drawing');
  usePageTitle(title);

  if (phase.kind === 'missing') return <Missing />;
  if (phase.kind === 'failed') return <Failed words={phase.words} onRetry={() => void session.open()} />;
  return <OpenStudio key={session.id} session={session} heading={title} />;
}

function OpenStudio({ session, heading }: { readonly session: Session; readonly heading: string }) {
  const ink = useRef<Ink>(undefined);
  const camera = useSignal<Camera>(HOME);
  const zoom = useComputed(() => camera.value.zoom);
  // As a signal: a stroke begins without anything being rendered.
  const studio = useComputed(() => (penDown.value ? 'studio drawing' : 'studio'));
  usePanels();

  // What is seen can be worked with: a key in the frame between would be lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (ink.current && pressKey(event, session, ink.current)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [session]);
  useEffect(
    () => () => {
      keysShown.value = false;
      void leaveFullScreen();
    },
    [],
  );

  return (
    <div class={studio}>
      <h1 class="unseen">{heading}</h1>
      <header class="studio-bar">
        <div class="studio-head">
          <a href="/" class="studio-back" aria-label="Drawings" data-tip="Drawings">
            <Icon name="back" />
          </a>
          {/* A press on the words below the title goes to the title: together they are as high as a finger. */}
          <label class="studio-names" for={TITLE_ID}>
            <TitleField key={session.id} session={session} />
            <SaveStatus state={session.save.value} id={session.id} />
          </label>
        </div>
        <div class="studio-end">
          <AirChip />
          <ExportMenu session={session} />
          <MoreMenu session={session} ink={() => ink.current} />
        </div>
      </header>
      <Trouble session={session} />
      {!session.trouble.value && (
        <LazyNotices only={{ id: session.id, onTitle: (title) => session.rename(title) }} />
      )}
      <FullNotice session={session} ink={() => ink.current} />
      <Canvas
        session={session}
        camera={camera}
        onInk={(engine) => {
          ink.current = engine;
          putOnScreen(engine && { session, ink: engine });
        }}
      />
      {session.phase.value.kind === 'opening' && <p class="studio-opening soft">Opening…</p>}
      <Dock session={session} ink={() => ink.current} zoom={zoom.value} />
      <MapCard session={session} camera={camera} ink={() => ink.current} />
      <KeysSheet />
    </div>
  );
}

/** Something is not saved: what happened, what is safe, what to do. */
function Trouble({ session }: { readonly session: Session }) {
  const words = session.trouble.value;
  if (!words) return null;
  return (
    <div class="studio-trouble">
      <Notice
        icon="warning"
        tone="danger"
        title="Not saved yet"
        action={<Button onClick={() => session.retry()}>Try again</Button>}
      >
        {words}
      </Notice>
    </div>
  );
}

function Missing() {
  usePageTitle('No such drawing');
  return (
    <div class="page">
      <div class="studio-missing">
        <h1>No such drawing</h1>
        <p>There is no drawing at this address on this device. It may have been made in another browser.</p>
        <p>
          <a href="/">All drawings</a>
        </p>
      </div>
    </div>
  );
}

function Failed({ words, onRetry }: { readonly words: string; readonly onRetry: () => void }) {
  return (
    <div class="page">
      <div class="studio-missing">
        <h1>The drawing did not open</h1>
        <p>{words}</p>
        <p>
          <Button tone="accent" onClick={onRetry}>
            Try again
          </Button>
          <a href="/">All drawings</a>
        </p>
      </div>
    </div>
  );
}
