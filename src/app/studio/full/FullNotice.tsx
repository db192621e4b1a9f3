import { useState } from 'preact/hooks';
import { DRAWING_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';
import type { Ink } from '../../../ink/index.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { studio as words } from '../../words/en/studio/studio.ts';
import { limitSize } from '../../words/format.ts';
import type { Session } from '../session/session.ts';
import { continueInCopy } from './continue.ts';

interface FullNoticeProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
}

/**
 * The notice that a drawing is full, with a button to continue in a new one. Hidden by a more important notice:
 * a save problem, or that the drawing is in the trash or deleted.
 */
export function FullNotice({ session, ink }: FullNoticeProps) {
  const [hidden, setHidden] = useState(false);
  const full = session.full.value;
  if (!full || hidden || session.trouble.value || session.gone.value) return null;
  const go = () => {
    const engine = ink();
    if (engine) continueInCopy(session, engine);
  };
  return (
    <div class="studio-trouble studio-full">
      <Notice
        icon="drawings"
        title={words.full}
        action={
          <span class="notice-actions">
            <Button tone="accent" onClick={go}>
              {words.continueInCopy}
            </Button>
            <IconButton icon="close" label={words.notNow} onClick={() => setHidden(true)} />
          </span>
        }
      >
        {full === 'strokes' ? words.fullStrokes(STROKES_MAX) : words.fullSize(limitSize(DRAWING_MAX))}
      </Notice>
    </div>
  );
}
