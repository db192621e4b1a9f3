import './full-notice.css';
import { useState } from 'preact/hooks';
import type { Ink } from '../../../ink/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { fullWords } from '../saving/full-words.ts';
import type { Session } from '../session/session.ts';
import { continueInCopy } from './continue.ts';

interface FullNoticeProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
}

/** The drawing takes no more ink: why, what is safe, and the way on. What is not saved is said before this. */
export function FullNotice({ session, ink }: FullNoticeProps) {
  const [hidden, setHidden] = useState(false);
  const full = session.full.value;
  if (!full || hidden || session.trouble.value) return null;
  const go = () => {
    const engine = ink();
    if (engine) continueInCopy(session, engine);
  };
  return (
    <div class="studio-trouble studio-full">
      <Notice
        icon="drawings"
        title="This drawing is full"
        action={
          <span class="full-actions">
            <Button tone="accent" onClick={go}>
              Continue in a copy
            </Button>
            <IconButton icon="close" label="Not now" onClick={() => setHidden(true)} />
          </span>
        }
      >
        It holds {fullWords(full)}, and all of it is kept. Erase some to go on here, or continue in a copy of
        what you see.
      </Notice>
    </div>
  );
}
