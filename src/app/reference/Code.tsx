import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../ui/Button.tsx';
import { reference as words } from '../words/en/reference.ts';

/** ms for which the button shows the result. */
const RESULT_MS = 2_000;

interface CodeProps {
  /** Language of the code: `curl`. */
  readonly label: string;
  /** Name of the operation, for the accessible name of the button. */
  readonly about: string;
  readonly code: string;
}

/** A code example with a button that copies it. */
export function Code({ label, about, code }: CodeProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');
  const block = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), RESULT_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setState('copied');
    } catch {
      // The browser forbids copying, or the address is not secure. The code is selected, so that a person can
      // copy it.
      if (block.current) getSelection()?.selectAllChildren(block.current);
      setState('selected');
    }
  };
  return (
    <figure class="code">
      <figcaption>
        <span class="small soft" lang="en">
          {label}
        </span>
        <Button tone="quiet" onClick={() => void copy()} aria-label={words.copyExample(label, about)}>
          {state === 'idle' ? words.copy : words[state]}
        </Button>
        <span class="unseen" role="status">
          {state !== 'idle' && words[state]}
        </span>
      </figcaption>
      <pre ref={block} lang="en">
        {code}
      </pre>
    </figure>
  );
}
