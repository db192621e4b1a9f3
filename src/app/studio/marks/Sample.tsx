import { useLayoutEffect, useRef } from 'preact/hooks';
import { paintSample } from '../../../ink/index.ts';
import { type SampleStyle, sampleScale, sampleStroke } from './sample-stroke.ts';

/** A stroke of a brush, painted as on the paper; a wide wave smaller, by `sampleScale`. Its style sheet says how large it is. */
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
      const to = latest.current.shape === 'dab' ? 1 : sampleScale(latest.current.size);
      const box = { width: width * to, height: height * to };
      paintSample(element, sampleStroke(latest.current, box), ratio / to);
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
