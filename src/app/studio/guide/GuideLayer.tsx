import './guide.css';
import { effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Camera, Guide } from '../../../ink/index.ts';
import { emptied, followLook } from '../../paper/follow-look.ts';
import { guideLines, HORIZON_WIDTH, RAY_OPACITY, RAY_WIDTH } from '../../paper/guide-lines.ts';
import { strokeLines } from '../../paper/pattern.ts';
import type { Session } from '../session/session.ts';
import { guideOf } from './guide-state.ts';

/** How far the lines go on beyond the view, CSS px: as far as the view can move before they are drawn anew. */
const BEYOND = 128;
/** More device pixels per CSS px would make these fine lines no finer, and cost memory. */
const RATIO_MAX = 2;

interface GuideLayerProps {
  readonly session: Session;
  readonly camera: ReadonlySignal<Camera>;
}

/**
 * The lines of the perspective, above the ink. While the view moves, they are only moved with it: they do not change, since
 * none depends on where the view is.
 */
export function GuideLayer({ session, camera }: GuideLayerProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    let drawn: { readonly guide: Guide; readonly camera: Camera } | undefined;
    const draw = () => {
      const [guide, now] = [guideOf(session), camera.value];
      const sheet = emptied(canvas, Math.min(devicePixelRatio, RATIO_MAX));
      drawn = guide && { guide, camera: now };
      canvas.style.transform = '';
      if (sheet && guide) drawGuide(sheet.context, guide, now, sheet);
    };
    const follow = () => {
      const [guide, now] = [guideOf(session), camera.value];
      const [dx, dy] = drawn
        ? [(drawn.camera.x - now.x) * now.zoom, (drawn.camera.y - now.y) * now.zoom]
        : [Infinity, Infinity];
      const isThere = drawn?.guide === guide && drawn?.camera.zoom === now.zoom;
      if (isThere && Math.max(Math.abs(dx), Math.abs(dy)) <= BEYOND) {
        canvas.style.transform = `translate(${dx}px, ${dy}px)`;
      } else draw();
    };
    const end = effect(follow);
    const endLook = followLook(canvas, draw);
    return () => {
      end();
      endLook();
    };
  }, [session, camera]);
  return <canvas ref={ref} class="guide-lines" style={{ '--beyond': `${BEYOND}px` }} />;
}

function drawGuide(
  context: CanvasRenderingContext2D,
  guide: Guide,
  camera: Camera,
  box: { readonly width: number; readonly height: number },
): void {
  const ratio = context.canvas.width / box.width;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { rays, horizon } = guideLines(guide, camera, box, BEYOND);
  context.globalAlpha = RAY_OPACITY;
  strokeLines(context, rays, RAY_WIDTH);
  context.globalAlpha = 1;
  strokeLines(context, horizon, HORIZON_WIDTH);
}
