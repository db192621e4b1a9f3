import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { moved } from '../router.ts';
import { shell as words } from '../words/en/shell.ts';

/** Names the document for as long as the view is shown: `Air · Pleinair`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === words.app ? words.app : words.documentTitle(title);
  }, [title]);
}

/**
 * A ref for the heading of a view: it takes the focus when a person came to the view from within the
 * app, so that a screen reader speaks its name. Not on the first load, which is the browser's.
 */
export function useArrival<T extends HTMLElement>() {
  const heading = useRef<T>(null);
  useLayoutEffect(() => {
    if (moved.value) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

interface PageProps {
  readonly title: string;
  /** What stands at the right of the title: the one thing to do here. */
  readonly action?: ComponentChildren;
  /** A quiet line under the title. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A view with its heading. */
export function Page({ title, action, note, children }: PageProps) {
  usePageTitle(title);
  const heading = useArrival<HTMLHeadingElement>();
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {note}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
