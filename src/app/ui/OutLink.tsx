import type { ComponentChildren } from 'preact';

interface OutLinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
}

/** A link to another site: it opens beside the app and tells that site nothing. */
export function OutLink({ href, children }: OutLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
