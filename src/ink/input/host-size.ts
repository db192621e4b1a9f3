/** How large an element is, and how fine the screen that it is on. */
import type { Size } from '../view/camera.ts';

/** Tells of both, now and whenever one changes, until `signal`. `ratio`: device pixels per CSS px. */
export function watchSize(
  host: HTMLElement,
  signal: AbortSignal,
  tell: (size: Size, ratio: number) => void,
): void {
  let size: Size = { width: 0, height: 0 };
  let ratio = 1;
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = host;
    const now = globalThis.devicePixelRatio || 1;
    if (width === size.width && height === size.height && now === ratio) return;
    size = { width, height };
    ratio = now;
    tell(size, ratio);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(host);
  signal.addEventListener('abort', () => observer.disconnect());
  // The window came onto another screen, or the browser's zoom changed.
  const watchRatio = () => {
    const changed = () => {
      measure();
      if (!signal.aborted) watchRatio();
    };
    matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`).addEventListener('change', changed, {
      once: true,
      signal,
    });
  };
  watchRatio();
  measure();
}
