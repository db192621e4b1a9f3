import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hasNavigated } from '../router.ts';
import { shell as words } from '../words/en/shell.ts';

/** Sets the title of the document: `Outdoors · Pleinair`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === words.app ? words.app : words.documentTitle(title);
  }, [title]);
}

/**
 * A ref for the heading of a view. The heading takes the focus after navigation within the app, so that a
 * screen reader reads it. On the first load the browser reads the page by itself.
 */
function useHeadingFocus<T extends HTMLElement>() {
  const heading = useRef<T>(null);
  useLayoutEffect(() => {
    if (hasNavigated.value) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

interface PageProps {
  readonly title: string;
  /** The main action, beside the title. */
  readonly action?: ComponentChildren;
  /** A line under the title. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a view: title, heading, action and content. */
export function Page({ title, action, note, children }: PageProps) {
  usePageTitle(title);
  const heading = useHeadingFocus<HTMLHeadingElement>();
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
