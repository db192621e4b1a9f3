import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { studio as words } from '../../words/en/studio/studio.ts';
import type { Session } from '../session/session.ts';

interface GoneNoticeProps {
  readonly session: Session;
}

/** The notice that the open drawing is in the trash, or was deleted for good, with a button that keeps it. */
export function GoneNotice({ session }: GoneNoticeProps) {
  const gone = session.gone.value;
  const [hidden, setHidden] = useState<typeof gone>();
  useEffect(() => {
    if (!gone) setHidden(undefined);
  }, [gone]);
  if (!gone || hidden === gone) return null;
  const isDeleted = gone === 'deleted';
  return (
    <div class="studio-trouble">
      <Notice
        icon={isDeleted ? 'warning' : 'trash'}
        tone={isDeleted ? 'danger' : 'plain'}
        title={isDeleted ? words.deletedNow : words.trashedNow}
        action={
          <span class="notice-actions">
            <Button tone="accent" onClick={() => session.keep()}>
              {isDeleted ? words.keep : words.restore}
            </Button>
            <IconButton icon="close" label={words.notNow} onClick={() => setHidden(gone)} />
          </span>
        }
      >
        {isDeleted ? words.deletedNowText : words.trashedNowText}
      </Notice>
    </div>
  );
}
