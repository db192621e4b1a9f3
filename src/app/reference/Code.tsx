import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../ui/Button.tsx';

/** How long it says so, ms. */
const SAID = 2_000;

interface CodeProps {
  /** `curl` */
  readonly label: string;
  /** What it is an example of, for who cannot see where it stands. */
  readonly about: string;
  readonly code: string;
}

/** An example to read and to copy. */
export function Code({ label, about, code }: CodeProps) {
  const [state, setState] = useState<'' | 'Copied' | 'Selected'>('');
  const block = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === '') return;
    const timer = setTimeout(() => setState(''), SAID);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setState('Copied');
    } catch {
      // Not allowed, or an address that is not secure: the person's own keys can still copy it.
      if (block.current) getSelection()?.selectAllChildren(block.current);
      setState('Selected');
    }
  };
  return (
    <figure class="code">
      <figcaption>
        <span class="small soft">{label}</span>
        <Button tone="quiet" onClick={() => void copy()} aria-label={`Copy ${label}, ${about}`}>
          {state || 'Copy'}
        </Button>
        <span class="unseen" role="status">
          {state}
        </span>
      </figcaption>
      <pre>
        <code ref={block}>{code}</code>
      </pre>
    </figure>
  );
}
