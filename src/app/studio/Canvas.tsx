import { computed, effect, type Signal, untracked, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import {
  type Bounds,
  type Camera,
  createInk,
  fitDrawing,
  HOME,
  heldOnScreen,
  type Ink,
  strokesBounds,
  thumbnailArea,
  toScreen,
} from '../../ink/index.ts';
import { inkPrint } from '../early/ink-print.ts';
import { takeShownView } from '../early/kept-view.ts';
import { forgetKeptViews } from '../early/kept-views.ts';
import { lazyPart } from '../lazy.tsx';
import { PatternLayer } from '../paper/PatternLayer.tsx';
import { hasNavigated } from '../router.ts';
import { isSecondPress } from '../ui/second-press.ts';
import { drawings } from '../words/en/drawings.ts';
import { studio as words } from '../words/en/studio/studio.ts';
import { tools } from '../words/en/studio/tools.ts';
import { colorUnder, looked, takeColor } from './eyedropper/eyedropper.ts';
import { showFullToast } from './full/continue.ts';
import { GuideLayer } from './guide/GuideLayer.tsx';
import { guideOf } from './guide/guide-state.ts';
import { sliding } from './guide/sliding-step.ts';
import { showClosed, showEnded } from './layer-panel/show-closed.ts';
import { penDown } from './saving/busy.ts';
import { saveWords } from './saving/save-state.ts';
import { showMissed } from './selection/missed.ts';
import type { Session } from './session/session.ts';
import { saysOpening, toastOf } from './session/toast-with-undo.ts';
import { ViewKeeper } from './session/view-keeper.ts';
import { showFingersPan, showPenSeen } from './tool-settings/fingers.ts';
import { suitInk } from './tool-settings/suit-ink.ts';
import {
  adding,
  color,
  eraser,
  feel,
  fingersDraw,
  opacity,
  penSeen,
  selected,
  size,
  takeBrush,
  tool,
  toolWords,
} from './tool-settings/tool-settings.ts';
import { coveredEdges } from './viewport/covered.ts';

/** Its code loads with the first photo. */
const PhotoLayer = lazyPart<{ session: Session; camera: Signal<Camera> }>(
  () => import('./underlay/PhotoLayer.tsx'),
);

interface CanvasProps {
  readonly session: Session;
  /** The view. Set on every movement. */
  readonly camera: Signal<Camera>;
  /** Called with the engine when it starts, and with undefined when it ends. */
  readonly onInk: (ink: Ink | undefined) => void;
}

/** The canvas of a session, with the drawing engine. */
export function Canvas({ session, camera, onInk }: CanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  /** True if the pixels of the last time stand in the place of the strokes. */
  const standsIn = useSignal(false);
  const paper = useMemo(
    () =>
      computed(() => {
        const [stored, step] = [session.paper.value, sliding.value];
        return stored && step !== undefined ? { ...stored, step } : stored;
      }),
    [session],
  );

  // A layout effect, so that one can draw from the first frame that shows the paper.
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    let isOpen = false;
    let onSeen = () => {};
    // A view that the page has chosen is stored only after somebody draws in it: it may not suit another screen.
    let byPerson = false;
    let drewEarly = false;
    /** The stroke that the gesture of now has made. */
    let drawn: Stroke | undefined;
    /** True once the view has its position. */
    let isPlaced = false;
    /** The position to take when the pen is lifted. */
    let wanted: Camera | undefined;
    let hasRead = false;
    let keeper: ViewKeeper | undefined;
    const look = (camera: Camera) => {
      session.view.setCamera({
        ...camera,
        view: { width: element.clientWidth, height: element.clientHeight },
      });
    };
    let shown = takeShownView(session.id);
    // The canvas shows the same pixels from its first frame. First, so that none stays over what may fail below.
    shown?.canvas.remove();
    standsIn.value = shown !== undefined;
    const takePaper = () => {
      const { knownPaper } = globalThis;
      if (knownPaper?.drawing !== session.id || session.isRead) return;
      session.paper.value ??= { color: knownPaper.color };
    };
    takePaper();
    // What was drawn before the app came is drawn with it.
    suitInk(session.paper.value);
    const ink: Ink = createInk(element, {
      tool: tool.value,
      color: color.value,
      size: size.value,
      opacity: opacity.value,
      eraser: eraser.value,
      feel: feel.value,
      penSeen: penSeen.value,
      fingersDraw: fingersDraw.value,
      // A press on the picture of the last time was a dot, too.
      isSecondPress: () => isSecondPress((first) => first.closest('.canvas, .kept-view') !== null),
      opening: session.phase.value.kind !== 'open',
      standIn: shown && { image: shown.canvas, ...shown.view },
      onEdit: (edit) => {
        session.edit(edit);
        if (edit.kind === 'add') drawn = edit.strokes[0];
        if (!isOpen) drewEarly = true;
        else if (!session.view.camera) look(ink.camera);
      },
      onGone: (edit) => session.missed(edit),
      onPen: (down) => {
        penDown.value = down;
        if (!down) session.endGesture();
        if (!down && wanted) place(wanted);
        if (!down) showEnded(session, drawn);
        drawn = undefined;
      },
      onBehind: (isBehind) => session.history.awaitEdit(isBehind),
      onCamera: (next, isTurned) => {
        camera.value = next;
        keeper?.changed();
        // The view of the device as it was held before stays known.
        if (!byPerson || isTurned) return;
        look(next);
        session.preview.value = undefined;
      },
      onPenSeen: showPenSeen,
      onFingerTurnedAway: showFingersPan,
      onTap: (fingers) => {
        if (fingers === 2) session.history.undo();
        else if (fingers === 3) session.history.redo();
      },
      onSettled: () => {
        onSeen();
        keeper?.changed();
        if (byPerson || !isOpen) session.preview.value = undefined;
      },
      onStandInFailed: () => {
        standsIn.value = false;
        void forgetKeptViews(new Set([session.id]));
      },
      onSelect: (strokes) => {
        selected.value = strokes.length;
      },
      onFull: () => showFullToast(session, ink),
      onMissed: showMissed,
      onTooFar: () => void toastOf(session, tools.tooFar),
      onClosed: () => showClosed(session),
      onOpening: () => void saysOpening(session),
      onLook: (at) => {
        looked.value = at;
      },
      colorUnder,
      onPick: (color) => takeColor(session, color),
    });
    /**
     * Sets the view before the drawing is visible. Strokes that were already drawn stay in place on the screen.
     */
    const place = (view: Camera) => {
      isPlaced = true;
      // The paper must not move during a stroke.
      wanted = penDown.peek() ? view : undefined;
      if (wanted) return;
      const before = ink.camera;
      ink.setCamera(view);
      const by = heldOnScreen(before, ink.camera);
      if (by.scale !== 1 || by.dx !== 0 || by.dy !== 0) session.moveEarly(by);
    };
    /** Draws the document before its strokes are parsed, at the view if that is known. */
    const lookAhead = (document: ArrayBuffer | undefined) => {
      const bounds = session.preview.value?.bounds;
      const view = keptCamera(session, element) ?? (bounds && firstCamera(bounds, element));
      if (!isPlaced && view) place(view);
      if (!isPlaced || hasRead || !document) return;
      hasRead = true;
      if (!ink.read(document)) return;
      session.documentDrawn = new Promise((resolve) => {
        onSeen = resolve;
      });
    };
    const open = (document: ArrayBuffer | undefined) => {
      if (!hasRead && document) ink.read(document);
      const strokes = session.strokes.value;
      // On an empty paper there is nothing to erase, to select or to move.
      if (strokes.length === 0) takeBrush();
      const kept = keptCamera(session, element);
      // Stored again when somebody draws here.
      session.view.camera = kept;
      // What was drawn on the drawing lies where the screen had it: neither may move now.
      if (penDown.peek() || (isPlaced && drewEarly)) look(ink.camera);
      else place(kept ?? (isPlaced && shown ? ink.camera : firstCamera(strokesBounds(strokes), element)));
      wanted = undefined;
      // Other strokes than one can now erase must not be seen.
      ink.setLayers(session.layers.value ?? ONE_LAYER, session.active.now.value.id);
      ink.open(strokes, shown?.view.ink === inkPrint(strokes, session.layers.value));
      isOpen = true;
      byPerson = true;
      if (drewEarly && !session.view.camera) look(ink.camera);
      // What was drawn is there, and not seen, or it is where nothing more can be drawn.
      if (drewEarly && !session.active.takesNew) showClosed(session);
      if (ink.settled) session.preview.value = undefined;
      camera.value = ink.camera;
      // After navigation within the app. On the first load the browser decides about the focus.
      if (hasNavigated.value) element.focus({ preventScroll: true });
    };
    const kept = {
      isStored: () => session.isStored.value && session.gone.value !== 'deleted',
      strokes: () => session.strokes.value,
      layers: () => session.layers.value,
      paper: () => session.paper.value?.color,
    };
    keeper = new ViewKeeper(session.id, ink, element, kept, shown?.view);
    if (shown) {
      place(shown.view.camera);
      const { pen } = shown;
      pen?.stop();
      ink.replay(pen?.moves ?? []);
      if (pen) session.takeOver(pen.page, penDown.peek());
    }
    globalThis.onEarlyNews = () => {
      takePaper();
      const late = takeShownView(session.id);
      if (!late || isOpen || (hasRead && ink.settled)) return;
      shown = late;
      standsIn.value = true;
      if (!isPlaced) place(late.view.camera);
      ink.standIn({ image: late.canvas, ...late.view });
    };
    let known: readonly Stroke[] | undefined;
    const follow = [
      effect(() => {
        const { kind } = session.phase.value;
        const document = session.document.value;
        const strokes = session.strokes.value;
        void session.preview.value;
        untracked(() => {
          if (kind === 'open' && !isOpen) open(document);
          else if (strokes !== known) ink.setStrokes(strokes);
          known = strokes;
          if (kind === 'opening') lookAhead(document);
        });
      }),
      effect(() => ink.setLayers(session.layers.value ?? ONE_LAYER, session.active.now.value.id)),
      effect(() => ink.setFull(session.full.value !== undefined)),
      effect(() => {
        element.dataset.rests = String(session.view.atRest.value);
      }),
      effect(() => {
        suitInk(session.paper.value);
        untracked(() => keeper?.changed());
      }),
      effect(() => ink.setTool(tool.value)),
      effect(() => ink.setColor(color.value)),
      effect(() => ink.setSize(size.value)),
      effect(() => ink.setOpacity(opacity.value)),
      effect(() => ink.setEraser(eraser.value)),
      effect(() => {
        ink.setAdding(adding.value);
        element.dataset.adding = String(adding.value);
      }),
      effect(() => ink.setFeel(feel.value)),
      effect(() => ink.setGuide(guideOf(session))),
      effect(() => ink.setFingers(fingersDraw.value)),
    ];
    onInk(ink);
    // The focus ring is shown for the keyboard only.
    const byHand = () => element.classList.add('by-hand');
    const byKey = ({ key }: KeyboardEvent) => key === 'Tab' && element.classList.remove('by-hand');
    element.addEventListener('pointerdown', byHand);
    addEventListener('keydown', byKey);
    return () => {
      globalThis.onEarlyNews = undefined;
      keeper?.close();
      ink.destroy();
      onSeen();
      element.removeEventListener('pointerdown', byHand);
      removeEventListener('keydown', byKey);
      for (const end of follow) end();
      selected.value = 0;
      looked.value = undefined;
      onInk(undefined);
      penDown.value = false;
    };
  }, [session]);

  return (
    <>
      <div
        ref={host}
        class="canvas"
        role="application"
        aria-label={words.canvas}
        aria-describedby="canvas-words"
        aria-busy={session.phase.value.kind !== 'open'}
        data-stands-in={standsIn.value}
      >
        {session.underlay.value && <PhotoLayer session={session} camera={camera} />}
        {session.paper.value?.pattern && <PatternLayer paper={paper} camera={camera} />}
        {guideOf(session) && <GuideLayer session={session} camera={camera} />}
      </div>
      {!standsIn.value && <SavedPicture session={session} host={host} />}
      <CanvasWords session={session} />
    </>
  );
}

interface KeptPictureProps {
  readonly session: Session;
  readonly host: { readonly current: HTMLElement | null };
}

/** The drawing's thumbnail in the place of its strokes, until those are drawn. */
function SavedPicture({ session, host }: KeptPictureProps) {
  const preview = session.preview.value;
  if (!preview) return null;
  const { thumb, bounds } = preview;
  const place = (image: HTMLImageElement) => {
    const paper = host.current;
    if (!bounds || !paper) return;
    const camera = keptCamera(session, paper) ?? firstCamera(bounds, paper);
    const area = thumbnailArea(bounds, image.naturalWidth);
    const { x, y } = toScreen(camera, area.minX, area.minY);
    Object.assign(image.style, {
      inset: 'auto',
      left: `${x}px`,
      top: `${y}px`,
      width: `${(area.maxX - area.minX) * camera.zoom}px`,
      height: `${(area.maxY - area.minY) * camera.zoom}px`,
    });
  };
  return (
    <img
      class="canvas-picture"
      src={thumb}
      alt=""
      onLoad={({ currentTarget }) => {
        place(currentTarget);
        currentTarget.classList.add('placed');
      }}
    />
  );
}

/**
 * A view that differs by more than these factors is from another screen. An on-screen keyboard takes up to half
 * the height.
 */
const OTHER_WIDTH = 1.2;
const OTHER_HEIGHT = 2.2;

/** The saved view; undefined if it is from another screen, where it would show only fragments here. */
function keptCamera({ view: { camera } }: Session, paper: HTMLElement): Camera | undefined {
  const isOther = (a: number, b: number, most: number) => Math.max(a, b) > most * Math.min(a, b);
  const { view } = camera ?? {};
  const moved =
    view &&
    (isOther(view.width, paper.clientWidth, OTHER_WIDTH) ||
      isOther(view.height, paper.clientHeight, OTHER_HEIGHT));
  return moved ? undefined : camera;
}

/** The first view of a drawing without a saved one. */
function firstCamera(bounds: Bounds | undefined, paper: HTMLElement): Camera {
  if (!bounds || isInView(bounds, paper)) return HOME;
  return fitDrawing(bounds, { width: paper.clientWidth, height: paper.clientHeight }, coveredEdges());
}

/** A description of the canvas for screen readers. */
function CanvasWords({ session }: { readonly session: Session }) {
  const isAdding = adding.value ? [tools.addingNow] : [];
  const picked = selected.value > 0 ? [tools.selected(selected.value), ...isAdding] : [];
  const facts = [
    drawings.strokes(session.strokes.value.length),
    toolWords(),
    ...picked,
    saveWords(session.save.value),
  ];
  return (
    <p id="canvas-words" class="unseen">
      {words.canvasNow(facts)}
    </p>
  );
}

/** True if the whole drawing is visible at the home position, beside header and dock. */
function isInView(bounds: Bounds | undefined, { clientWidth, clientHeight }: HTMLElement): boolean {
  if (!bounds) return true;
  const { x, y } = HOME;
  const { top, right, bottom, left } = coveredEdges();
  return (
    bounds.minX >= x + left &&
    bounds.minY >= y + top &&
    bounds.maxX <= x + clientWidth - right &&
    bounds.maxY <= y + clientHeight - bottom
  );
}
