import type { ComponentChildren } from 'preact';

interface ExternalLinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
}

/** A link to another site. It opens a new tab and sends no referrer. */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
