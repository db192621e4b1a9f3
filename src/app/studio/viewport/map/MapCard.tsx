import './map.css';
import { effect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Bounds,
  type Camera,
  type Ink,
  isOutOfSight,
  strokesBounds,
  thumbnailArea,
  union,
  visibleBounds,
} from '../../../../ink/index.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { studio as words } from '../../../words/en/studio/studio.ts';
import { penDown } from '../../saving/busy.ts';
import type { Session } from '../../session/session.ts';
import { coveredEdges } from '../covered.ts';
import { mapShown } from '../view-state.ts';
import { visiblePaper } from '../visible-paper.ts';
import { fromMap, type MapFrame, mapFrame, onMap } from './map-frame.ts';

interface MapCardProps {
  readonly session: Session;
  readonly camera: ReadonlySignal<Camera>;
  readonly ink: () => Ink | undefined;
}

/** ms without a change of view or strokes, after which the visible part is checked. */
const CHECK_AFTER = 150;

/** True if no part of the drawing is visible. Updated when the view rests. */
function useLost({ session, camera }: MapCardProps): boolean {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const strokes = session.strokes.peek();
      const seen = visiblePaper(camera.peek());
      setLost(seen !== undefined && isOutOfSight(strokes, seen));
    };
    const stop = effect(() => {
      const open = session.phase.value.kind === 'open';
      void camera.value;
      void session.strokes.value;
      clearTimeout(timer);
      if (open && !penDown.value) timer = setTimeout(look, CHECK_AFTER);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, camera]);
  return lost;
}

/** The map of the drawing. Shown on request, and while no part of the drawing is visible. */
export function MapCard(props: MapCardProps) {
  const lost = useLost(props);
  const shown = mapShown.value;
  const goBack = () => {
    props.ink()?.fit(coveredEdges());
    document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
  };
  return (
    <section class={shown || lost ? 'map-card shown' : 'map-card'} aria-label={words.menu.map}>
      {(shown || lost) && <SmallMap {...props} />}
      {shown && (
        <IconButton
          icon="close"
          label={words.hideMap}
          hint="N"
          onClick={() => {
            mapShown.value = false;
          }}
        />
      )}
      <div class="map-lost" aria-live="polite">
        {lost && <p class="small">{words.offScreen}</p>}
      </div>
      {lost && (
        <Button tone="accent" onClick={goBack}>
          {words.backToDrawing}
        </Button>
      )}
    </section>
  );
}

/** The part of the paper in the view. */
function viewOf(camera: Camera): Bounds | undefined {
  const canvas = document.querySelector('.canvas');
  return canvas
    ? visibleBounds(camera, { width: canvas.clientWidth, height: canvas.clientHeight })
    : undefined;
}

/**
 * The thumbnail of the drawing with a frame around the visible part. A press or drag moves the view. It takes
 * no focus, since the arrow keys move the view anywhere. It follows the view without rendering.
 */
function SmallMap({ session, camera, ink }: MapCardProps) {
  const paper = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  const frame = useRef<MapFrame>(undefined);
  const held = useRef(false);
  const picture = session.thumbs.picture.value;

  useEffect(() => {
    const map = paper.current;
    if (!map) return;
    const [drawing, view] = map.querySelectorAll<HTMLElement>(':scope > *');
    if (!drawing || !view) return;
    return effect(() => {
      const seen = viewOf(camera.value);
      const bounds = picture?.bounds ?? strokesBounds(session.strokes.value);
      if (!seen) return;
      const area = bounds && picture ? thumbnailArea(bounds, width) : bounds;
      // During a drag the map stays and only the frame moves.
      if (!held.current || !frame.current) {
        frame.current = mapFrame(bounds ? union(bounds, seen) : seen, {
          width: map.clientWidth,
          height: map.clientHeight,
        });
      }
      drawing.hidden = area === undefined;
      if (area) lay(drawing, frame.current, area);
      lay(view, frame.current, seen);
    });
  }, [session, camera, picture, width]);

  const follow = ({ currentTarget, clientX, clientY }: PointerEvent & { currentTarget: HTMLElement }) => {
    const engine = ink();
    const seen = viewOf(camera.peek());
    if (!engine || !frame.current || !seen) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    const { x, y } = fromMap(frame.current, clientX - left, clientY - top);
    const [halfWidth, halfHeight] = [(seen.maxX - seen.minX) / 2, (seen.maxY - seen.minY) / 2];
    engine.setCamera({ x: x - halfWidth, y: y - halfHeight, zoom: camera.peek().zoom });
  };
  const release = () => {
    held.current = false;
  };

  return (
    <div
      ref={paper}
      class="small-map"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = true;
        follow(event);
      }}
      onPointerMove={(event) => held.current && follow(event)}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {picture ? (
        <img
          class="small-map-drawing"
          src={picture.thumb}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth)}
        />
      ) : (
        <div class="small-map-drawing unknown" />
      )}
      <div class="small-map-view" />
    </div>
  );
}

function lay({ style }: HTMLElement, frame: MapFrame, area: Bounds): void {
  const { left, top, width, height } = onMap(frame, area);
  style.transform = `translate(${left}px, ${top}px)`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}
