import './pattern.css';
import { effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Paper } from '../../core/drawing/types.ts';
import type { Camera } from '../../ink/index.ts';
import { emptied, followLook } from './follow-look.ts';
import { BEYOND, drawPattern, movedBy } from './pattern.ts';

interface PatternLayerProps {
  readonly paper: ReadonlySignal<Paper | undefined>;
  readonly camera: ReadonlySignal<Camera>;
}

/**
 * The pattern of the paper, under the ink. It follows the view in the same frame, so it never slides below a stroke: while
 * the view moves, it is only moved with it.
 */
export function PatternLayer({ paper, camera }: PatternLayerProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    let drawn: { readonly paper: Paper; readonly camera: Camera; readonly ratio: number } | undefined;
    const draw = () => {
      const ratio = devicePixelRatio;
      const [now, view] = [paper.value, camera.value];
      const sheet = emptied(canvas, ratio);
      drawn = now && { paper: now, camera: view, ratio };
      canvas.style.transform = '';
      if (sheet && now) drawPattern(sheet.context, now, view, sheet, ratio);
    };
    const follow = () => {
      const [now, view] = [paper.value, camera.value];
      const isThere = drawn?.paper.pattern === now?.pattern && drawn?.paper.step === now?.step;
      const by = drawn && isThere ? movedBy(drawn.paper, drawn.camera, view, drawn.ratio) : undefined;
      if (by && drawn?.ratio === devicePixelRatio)
        canvas.style.transform = `translate(${by[0]}px, ${by[1]}px)`;
      else draw();
    };
    const end = effect(follow);
    const endLook = followLook(canvas, draw);
    return () => {
      end();
      endLook();
    };
  }, [paper, camera]);
  return <canvas ref={ref} class="paper-pattern" style={{ '--beyond': `${BEYOND}px` }} />;
}
