import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../ui/Button.tsx';
import { reference as words } from '../words/en/reference.ts';

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
  const [state, setState] = useState<'resting' | 'copied' | 'selected'>('resting');
  const block = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === 'resting') return;
    const timer = setTimeout(() => setState('resting'), SAID);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setState('copied');
    } catch {
      // Not allowed, or an address that is not secure: the person's own keys can still copy it.
      if (block.current) getSelection()?.selectAllChildren(block.current);
      setState('selected');
    }
  };
  return (
    <figure class="code">
      <figcaption>
        <span class="small soft">{label}</span>
        <Button tone="quiet" onClick={() => void copy()} aria-label={words.copyExample(label, about)}>
          {state === 'resting' ? words.copy : words[state]}
        </Button>
        <span class="unseen" role="status">
          {state !== 'resting' && words[state]}
        </span>
      </figcaption>
      <pre>
        <code ref={block}>{code}</code>
      </pre>
    </figure>
  );
}
