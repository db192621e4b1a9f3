import './studio.css';
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Camera, HOME, type Ink } from '../../ink/index.ts';
import { AirChip } from '../air/chip/AirChip.tsx';
import { dropShownView } from '../early/kept-view.ts';
import { lazyPart, lazyView } from '../lazy.tsx';
import { onPaper } from '../paper/on-paper.ts';
import { drawingAddress, navigate } from '../router.ts';
import { PartBoundary } from '../shell/Boundary.tsx';
import { PlanNote } from '../sky/PlanNote.ts';
import { LazyNotices } from '../sync/LazyNotices.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { usePageTitle } from '../ui/Page.tsx';
import { drawings } from '../words/en/drawings.ts';
import { studio as words } from '../words/en/studio/studio.ts';
import { RichText } from '../words/RichText.tsx';
import { Canvas } from './Canvas.tsx';
import { paste } from './clipboard/paste.ts';
import { pastedIn } from './clipboard/system-clipboard.ts';
import { focusCanvas } from './controls/focus-canvas.ts';
import { watchMiddleButton } from './controls/middle-button.ts';
import { closePanel, openPanel, togglePanel, usePanels } from './controls/panels.ts';
import { Dock } from './dock/Dock.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { EyedropperRing } from './eyedropper/EyedropperRing.tsx';
import { continueInCopy } from './full/continue.ts';
import { FullNotice } from './full/FullNotice.tsx';
import { GoneNotice } from './gone/GoneNotice.tsx';
import { GuideHandles } from './guide/GuideHandles.tsx';
import { MoreMenu } from './header/MoreMenu.tsx';
import { TITLE_ID, TitleField } from './header/TitleField.tsx';
import { KeysSheet } from './keys/KeysSheet.tsx';
import { isTyping, pressKey } from './keys/shortcuts.ts';
import { followPrint } from './print/print.ts';
import MakeRoom from './saving/MakeRoom.tsx';
import { SaveStatus } from './saving/SaveStatus.tsx';
import { isFull } from './saving/save-state.ts';
import { putOnScreen } from './session/on-screen.ts';
import { closeSession, openSession } from './session/open-sessions.ts';
import type { Session } from './session/session.ts';
import { drawLeft } from './tool-settings/draw-left.ts';
import { leftHanded } from './tool-settings/hand-side.ts';
import { followHeader } from './viewport/covered.ts';
import { ExitFullScreen } from './viewport/ExitFullScreen.tsx';
import { partsShut, useFading } from './viewport/fading.ts';
import { fullScreen, leaveFullScreen } from './viewport/full-screen.ts';
import { MapCard } from './viewport/map/MapCard.tsx';
import { SunSwitch } from './viewport/SunSwitch.tsx';
import { keysShown, replayShown, versionsShown } from './viewport/view-state.ts';
import { followPen } from './viewport/wake-lock.ts';

/** Its code loads when somebody plays a drawing. */
const ReplayDialog = lazyView<{ session: Session }>(() => import('./replay/ReplayDialog.tsx'), false);

/** Its code loads with the first photo. */
const PhotoStage = lazyPart<{ session: Session; camera: ReadonlySignal<Camera> }>(
  () => import('./underlay/PhotoStage.tsx'),
);

const VersionsDialog = lazyView<{ session: Session; ink: () => Ink | undefined; onClose: () => void }>(
  () => import('./versions/VersionsDialog.tsx'),
  false,
);

interface StudioViewProps {
  /**
   * Id of the drawing. Without it, a new drawing, which gets its address with its first stroke or title, even if
   * that cannot be stored: back and forward then lead to it.
   */
  readonly id?: string;
}

/**
 * The session for the address. A new drawing that gets its address keeps its session, so that drawing is not
 * interrupted.
 */
function useSession(id: string | undefined): Session {
  const [session, setSession] = useState(() => openSession(id, drawLeft));
  /** True if the address contains the id of the session. */
  const named = useRef(id !== undefined);
  const stays = id === session.id || (id === undefined && !named.current);
  const begun = session.isBegun.value;
  useEffect(() => {
    named.current = id !== undefined;
    if (!stays) setSession(openSession(id, drawLeft));
  }, [stays, id]);
  useEffect(() => {
    if (stays && begun && id === undefined) navigate(drawingAddress(session.id), { replace: true });
  }, [stays, begun, id, session]);
  useEffect(() => {
    session.isShown.value = true;
    return () => {
      session.isShown.value = false;
      void closeSession(session);
    };
  }, [session]);
  return session;
}

/** The studio: one open drawing with its tools. */
export default function StudioView({ id }: StudioViewProps) {
  const session = useSession(id);
  const phase = session.phase.value;
  const title = session.title.value || (session.isStored.value ? drawings.untitled : words.newDrawing);
  usePageTitle(title);

  if (phase.kind === 'missing') return <Missing apart={phase.apart} />;
  if (phase.kind === 'failed')
    return <Failed reason={phase.words} apart={phase.apart} onRetry={() => void session.open()} />;
  return <OpenStudio key={session.id} session={session} heading={title} />;
}

function OpenStudio({ session, heading }: { readonly session: Session; readonly heading: string }) {
  const ink = useRef<Ink>(undefined);
  const camera = useSignal<Camera>(HOME);
  const isOpening = useComputed(() => session.phase.value.kind === 'opening').value;
  // A signal, so that the beginning of a stroke renders nothing.
  const studio = useComputed(() =>
    [
      'studio',
      partsShut.value && 'drawing',
      fullScreen.value && 'paper-only',
      leftHanded.value && 'left-handed',
    ]
      .filter(Boolean)
      .join(' '),
  );
  const trouble = session.trouble.value;
  const bar = useRef<HTMLElement>(null);
  const root = useRef<HTMLDivElement>(null);
  usePanels(() => ink.current);
  useFading(camera);
  useEffect(followPen, []);
  useEffect(() => (root.current ? followPrint(root.current) : undefined), []);
  useLayoutEffect(() => (bar.current ? followHeader(bar.current) : undefined), []);
  // "Select all" while the code loaded has also selected what has come since, like the title.
  useLayoutEffect(() => getSelection()?.removeAllRanges(), []);

  // A layout effect, so that keys work from the first frame.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (pressKey(event, session, ink.current)) event.preventDefault();
    };
    const pasted = (event: ClipboardEvent) => {
      const { current } = ink;
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]');
      if (event.defaultPrevented || !current || isElsewhere) return;
      event.preventDefault();
      if (middle.pastes()) return;
      void paste({ session, ink: current }, pastedIn(event));
    };
    const middle = watchMiddleButton();
    addEventListener('keydown', press);
    addEventListener('paste', pasted);
    return () => {
      middle.stop();
      removeEventListener('keydown', press);
      removeEventListener('paste', pasted);
    };
  }, [session]);
  useEffect(
    () => () => {
      keysShown.value = false;
      versionsShown.value = false;
      replayShown.value = false;
      leaveFullScreen();
    },
    [],
  );

  return (
    <div ref={root} class={studio} {...onPaper(session.paper.value)}>
      <h1 class="unseen">{heading}</h1>
      <header class="studio-bar" ref={bar}>
        <div class="studio-head">
          <a href="/" class="studio-back" aria-label={words.drawings} data-tip={words.drawings}>
            <Icon name="back" />
          </a>
          {/* A label, so that a press on the save state also focuses the title: together they are a large target. */}
          <label class="studio-names" for={TITLE_ID}>
            <TitleField key={session.id} session={session} />
            {isOpening ? (
              <div class="save-status opening" role="status">
                {words.opening}
              </div>
            ) : (
              <SaveStatus state={session.save} id={session.id} />
            )}
          </label>
        </div>
        <div class="studio-end">
          <PartBoundary>
            <AirChip />
          </PartBoundary>
          <PartBoundary>
            <ExportMenu session={session} />
          </PartBoundary>
          <PartBoundary>
            <MoreMenu session={session} ink={() => ink.current} />
          </PartBoundary>
          <PartBoundary>
            <PlanNote inStudio />
          </PartBoundary>
        </div>
      </header>
      {trouble && <Trouble session={session} ink={() => ink.current} trouble={trouble} />}
      <PartBoundary>
        <GoneNotice session={session} />
      </PartBoundary>
      {!trouble && !session.gone.value && (
        <LazyNotices only={{ id: session.id, onTitle: (title) => session.rename(title) }} />
      )}
      <PartBoundary>
        <FullNotice session={session} ink={() => ink.current} />
      </PartBoundary>
      <Canvas
        session={session}
        camera={camera}
        onInk={(engine) => {
          ink.current = engine;
          putOnScreen(engine && { session, ink: engine });
        }}
      />
      {session.underlay.value && (
        <PartBoundary>
          <PhotoStage session={session} camera={camera} />
        </PartBoundary>
      )}
      <PartBoundary>
        <GuideHandles session={session} camera={camera} />
      </PartBoundary>
      <PartBoundary>
        <Dock session={session} ink={() => ink.current} camera={camera} />
      </PartBoundary>
      <PartBoundary>
        <MapCard session={session} camera={camera} ink={() => ink.current} />
      </PartBoundary>
      <SunSwitch />
      <EyedropperRing />
      {fullScreen.value && <ExitFullScreen />}
      <PartBoundary>
        <KeysSheet />
      </PartBoundary>
      {versionsShown.value && (
        <PartBoundary>
          <VersionsDialog
            session={session}
            ink={() => ink.current}
            onClose={() => {
              versionsShown.value = false;
            }}
          />
        </PartBoundary>
      )}
      {replayShown.value && (
        <PartBoundary>
          <ReplayDialog session={session} />
        </PartBoundary>
      )}
    </div>
  );
}

interface TroubleProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
  readonly trouble: string;
}

/**
 * The notice about a save problem: what happened, what is safe, what to do. A small screen shows the most important words
 * and opens the rest on request, as a panel, which another one or Escape closes. It goes only with the problem.
 */
function Trouble({ session, ink, trouble }: TroubleProps) {
  const open = openPanel.value === 'unsaved';
  const save = session.save.value;
  const place = useRef<HTMLDivElement>(null);
  // It goes by itself, and with it the button that has the focus.
  useLayoutEffect(
    () => () => {
      if (openPanel.peek() === 'unsaved') closePanel();
      if (place.current?.contains(document.activeElement)) focusCanvas();
    },
    [],
  );
  const goOn = () => {
    const engine = ink();
    if (engine) continueInCopy(session, engine);
  };
  return (
    <div
      ref={place}
      class={open ? 'studio-trouble unsaved' : 'studio-trouble unsaved folded'}
      data-panel="unsaved"
    >
      <Notice
        icon="warning"
        tone="danger"
        title={words.notSavedYet}
        action={
          <>
            <IconButton
              icon="arrow"
              label={words.details}
              aria-expanded={open}
              onClick={(press) => togglePanel('unsaved', press)}
            />
            {save.kind === 'outgrown' ? (
              <Button tone="accent" onClick={goOn}>
                {words.continueInCopy}
              </Button>
            ) : (
              <Button onClick={() => session.retry()}>{words.retry}</Button>
            )}
          </>
        }
      >
        <span class="unsaved-short">{words.keepOpen}</span>
        <div class="unsaved-whole">
          {trouble}
          {isFull(save) && <MakeRoom />}
        </div>
      </Notice>
    </div>
  );
}

interface MissingProps {
  readonly apart?: Session | undefined;
}

function Missing({ apart }: MissingProps) {
  usePageTitle(words.notFound);
  useLayoutEffect(dropShownView, []);
  return (
    <div class="page">
      <div class="studio-missing">
        <h1>{words.notFound}</h1>
        <p>{words.notFoundText}</p>
        <Apart session={apart} />
        <p>
          <a href="/">{words.allDrawings}</a>
        </p>
      </div>
    </div>
  );
}

interface FailedProps extends MissingProps {
  readonly reason: string;
  readonly onRetry: () => void;
}

function Failed({ reason, apart, onRetry }: FailedProps) {
  useLayoutEffect(dropShownView, []);
  return (
    <div class="page">
      <div class="studio-missing">
        <h1>{words.notOpened}</h1>
        <p>{reason}</p>
        <Apart session={apart} />
        <p>
          <Button tone="accent" onClick={onRetry}>
            {words.retry}
          </Button>
          <a href="/">{words.allDrawings}</a>
        </p>
      </div>
    </div>
  );
}

/** Says which new drawing holds the strokes that were drawn before opening failed. */
function Apart({ session }: { readonly session: Session | undefined }) {
  if (!session) return null;
  const isSaved = session.save.value.kind === 'saved';
  const link = (
    <a href={drawingAddress(session.id)}>
      <bdi>{session.title.value}</bdi>
    </a>
  );
  return (
    <p role="status">
      <RichText
        text={isSaved ? words.keptApart.saved : words.keptApart.unsaved}
        marks={{ drawing: () => link }}
      />
    </p>
  );
}
