import './pattern.css';
import { effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Paper } from '../../core/drawing/types.ts';
import type { Camera } from '../../ink/index.ts';
import { emptied, followLook } from './follow-look.ts';
import { drawPattern } from './pattern.ts';

interface PatternLayerProps {
  readonly paper: ReadonlySignal<Paper | undefined>;
  readonly camera: ReadonlySignal<Camera>;
}

/** The pattern of the paper, under the ink. It follows the view in the same frame, so it never slides below a stroke. */
export function PatternLayer({ paper, camera }: PatternLayerProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const draw = () => {
      const ratio = devicePixelRatio;
      const [now, view] = [paper.value, camera.value];
      const sheet = emptied(canvas, ratio);
      if (sheet && now) drawPattern(sheet.context, now, view, sheet, ratio);
    };
    const end = effect(draw);
    const endLook = followLook(canvas, draw);
    return () => {
      end();
      endLook();
    };
  }, [paper, camera]);
  return <canvas ref={ref} class="paper-pattern" />;
}
