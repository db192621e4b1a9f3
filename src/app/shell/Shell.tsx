import type { ComponentChildren } from 'preact';
import { importLayer } from '../import/entry.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { shell as words } from '../words/en/shell.ts';
import { PartBoundary } from './Boundary.tsx';
import { Nav } from './Nav.tsx';
import { PageNotices } from './PageNotices.tsx';
import { UpdateOffer } from './UpdateOffer.tsx';

interface ShellProps {
  /** True for the studio, which fills the screen: no navigation, no notices above it. */
  readonly bare: boolean;
  readonly children: ComponentChildren;
}

/** The frame around every view: skip link, navigation, notices, messages. */
export function Shell({ bare, children }: ShellProps) {
  const Import = importLayer.value;
  return (
    <div class={bare ? 'frame bare' : 'frame'}>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      {!bare && <Nav />}
      <main id="main" tabIndex={-1}>
        {!bare && (
          <PartBoundary>
            <PageNotices />
          </PartBoundary>
        )}
        {children}
      </main>
      <div class="messages">
        {Import && (
          <PartBoundary>
            <Import />
          </PartBoundary>
        )}
        <UpdateOffer onlyWhenIdle={bare} />
        <Toasts />
      </div>
    </div>
  );
}
