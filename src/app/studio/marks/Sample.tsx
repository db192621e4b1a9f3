import { useLayoutEffect, useRef } from 'preact/hooks';
import { paintSample } from '../../../ink/index.ts';
import { type SampleStyle, sampleStroke } from './sample-stroke.ts';

/** A stroke of a brush, painted as on the paper. As large as its style sheet says. */
export function Sample(style: SampleStyle) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const paint = useRef<() => void>(undefined);
  const { tool, color, size, opacity, shape } = style;

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let frame = 0;
    const paintNow = () => {
      frame = 0;
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      const ratio = devicePixelRatio;
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      paintSample(element, sampleStroke(latest.current, { width, height }), ratio);
    };
    // Once a frame at most, and after the drawing's own first frame.
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(paintNow);
    };
    paint.current = soon;
    const sizes = new ResizeObserver(soon);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  const latest = useRef(style);
  useLayoutEffect(() => {
    latest.current = style;
    paint.current?.();
  }, [tool, color, size, opacity, shape]);

  return <canvas ref={canvas} class="sample" />;
}
