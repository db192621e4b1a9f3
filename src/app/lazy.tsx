import { type ComponentType, h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ViewFailed } from './shell/ViewFailed.tsx';
import { Page } from './ui/Page.tsx';
import { shell as words } from './words/en/shell.ts';

interface Module<P> {
  readonly default: ComponentType<P>;
}

/**
 * A view whose code loads when it is first shown. If the code does not load, as in an old page of a new server, the
 * view says so and offers a reload.
 * @param waiting what is shown until then, by default a placeholder that keeps its space; false for a dialog, which
 * takes no space on the page
 */
export function lazyView<P extends object>(
  load: () => Promise<Module<P>>,
  waiting: false | (() => VNode) = () => <div class="page page-waiting" aria-busy="true" />,
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
    if (isReady === undefined) return waiting ? waiting() : null;
    return <ViewFailed why="missing" />;
  };
}

/**
 * A page whose heading is there from the start, where it stays: a slow network shows no empty page.
 * @param saysLoading false if the heading itself says it
 */
export function lazyPage<P extends object>(
  load: () => Promise<Module<P>>,
  title: () => string,
  saysLoading = true,
): ComponentType<P> {
  return lazyView(load, () => (
    <Page title={title()} note={saysLoading && <Loading />}>
      <div class="page-waiting" aria-busy="true" />
    </Page>
  ));
}

/** ms after which it is said that a page is loading: most have loaded sooner. */
const SAID_AFTER = 500;

/** The line under the heading. It is there before its words: a screen reader says only what changes. */
function Loading() {
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSaid, SAID_AFTER, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="page-note" role="status">
      {isSaid && words.loading}
    </p>
  );
}

/** A part that its view can do without: nothing until its code has loaded, and nothing if it does not load. */
export function lazyPart<P extends object>(load: () => Promise<Module<P>>): ComponentType<P> {
  return lazyView(() => load().catch(() => ({ default: () => null })), false);
}
