import { effect, type ReadonlySignal, useComputed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Underlay } from '../../../../core/drawing/types.ts';
import { type Camera, toScreen, toWorld } from '../../../../ink/index.ts';
import { photo as words } from '../../../words/en/studio/photo.ts';
import { percent } from '../../../words/format.ts';
import { focusCanvas } from '../../controls/focus-canvas.ts';
import { closePanel } from '../../controls/panels.ts';
import type { Photo } from '../photo.ts';
import { PhotoHands } from './photo-hands.ts';
import { pressedPlace } from './photo-keys.ts';

interface PhotoFrameProps {
  readonly photo: Photo;
  readonly camera: ReadonlySignal<Camera>;
}

/** The frame around a photo that is being placed: over the paper, so that no hand draws meanwhile. */
export function PhotoFrame({ photo, camera }: PhotoFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [on, box] = [stage.current, frame.current];
    if (!on || !box) return;
    const end = effect(() => {
      const now = photo.now.value;
      if (now) placeFrame(box, now, camera.value);
    });
    const hands = new PhotoHands(on, photo, (at) => toWorld(camera.peek(), at.x, at.y));
    return () => {
      end();
      hands.end();
      photo.settle();
    };
  }, [photo, camera]);
  const now = useComputed(() => {
    const { scale = 1, angle = 0 } = photo.now.value ?? {};
    return words.frameNow(percent(scale), Math.round(angle));
  }).value;
  const press = (event: KeyboardEvent) => {
    const place = photo.now.peek();
    if (event.key === 'Escape') {
      closePanel();
      focusCanvas();
    } else {
      const next = place && pressedPlace(event, place, camera.peek().zoom);
      if (!next) return;
      photo.draft.value = { ...place, ...next };
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={stage}
      class="photo-stage"
      data-panel="photo"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys, as an application does.
      tabIndex={0}
      aria-label={words.frame}
      aria-description={`${now}. ${words.frameHint}`}
      onKeyDown={press}
      // A key that is held is one change.
      onKeyUp={() => photo.settle()}
      onBlur={() => photo.settle()}
    >
      <div ref={frame} class="photo-frame" aria-hidden="true">
        {(['nw', 'ne', 'se', 'sw'] as const).map((corner) => (
          <span key={corner} class={`photo-handle ${corner}`} data-handle="scale" />
        ))}
        <span class="photo-handle turn" data-handle="turn" />
      </div>
    </div>
  );
}

/** On the screen, so that its handles keep their size. */
function placeFrame(box: HTMLElement, { x, y, scale, angle, width, height }: Underlay, camera: Camera): void {
  const [w, h] = [width * scale * camera.zoom, height * scale * camera.zoom];
  const middle = toScreen(camera, x, y);
  Object.assign(box.style, {
    width: `${w}px`,
    height: `${h}px`,
    transform: `translate(${middle.x - w / 2}px, ${middle.y - h / 2}px) rotate(${angle}deg)`,
  });
}
