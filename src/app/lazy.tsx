import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ViewFailed } from './shell/ViewFailed.tsx';

interface Module<P> {
  readonly default: ComponentType<P>;
}

/**
 * A view whose code loads when it is first shown. Until then a placeholder keeps its space. If the code does
 * not load, as in an old page of a new server, the view says so and offers a reload.
 * @param keepsSpace false for a dialog, which takes no space on the page
 */
export function lazyView<P extends object>(
  load: () => Promise<Module<P>>,
  keepsSpace = true,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function LazyView(props: P) {
    // Undefined while it loads.
    const [isReady, setReady] = useState<boolean>();
    useEffect(() => {
      if (loaded) return;
      let shown = true;
      load().then(
        (module) => {
          loaded = module.default;
          if (shown) setReady(true);
        },
        () => {
          if (shown) setReady(false);
        },
      );
      return () => {
        shown = false;
      };
    }, []);
    if (loaded) return h(loaded, props);
    if (isReady === undefined) return keepsSpace ? <div class="page page-waiting" aria-busy="true" /> : null;
    return <ViewFailed why="missing" />;
  };
}

/** A part that its view can do without: nothing until its code has loaded, and nothing if it does not load. */
export function lazyPart<P extends object>(load: () => Promise<Module<P>>): ComponentType<P> {
  return lazyView(() => load().catch(() => ({ default: () => null })), false);
}
