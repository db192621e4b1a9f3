import { effect, type Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Camera } from '../../ink/index.ts';
import { drawPattern } from '../paper/pattern.ts';
import type { Session } from './session/session.ts';

interface PatternLayerProps {
  readonly session: Session;
  readonly camera: Signal<Camera>;
}

/** The pattern of the paper, under the ink. It follows the view in the same frame, so it never slides below a stroke. */
export function PatternLayer({ session, camera }: PatternLayerProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const draw = () => {
      const paper = session.paper.value;
      const ratio = devicePixelRatio;
      const { clientWidth: width, clientHeight: height } = canvas;
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, w, h);
      const { color } = getComputedStyle(canvas);
      context.fillStyle = color;
      context.strokeStyle = color;
      if (paper) drawPattern(context, paper, camera.value, { width, height }, ratio);
    };
    const end = effect(draw);
    const sizes = new ResizeObserver(draw);
    sizes.observe(canvas);
    // Its colour is that of ink on this paper, which the studio sets after this, and sun mode changes.
    const looks = new MutationObserver(draw);
    looks.observe(document.documentElement, { attributes: true });
    const studio = canvas.closest('.studio');
    if (studio) looks.observe(studio, { attributes: true, attributeFilter: ['data-paper'] });
    return () => {
      end();
      sizes.disconnect();
      looks.disconnect();
    };
  }, [session, camera]);
  return <canvas ref={ref} class="paper-pattern" />;
}
