import './photo.css';
import type { ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Camera } from '../../../ink/index.ts';
import { syncState } from '../../sync/sync-link.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { photo as words } from '../../words/en/studio/photo.ts';
import { openPanel } from '../controls/panels.ts';
import type { Session } from '../session/session.ts';
import { photoOf } from './photo.ts';
import { missingFor } from './photo-words.ts';
import { PhotoFrame } from './placing/PhotoFrame.tsx';

interface PhotoStageProps {
  readonly session: Session;
  readonly camera: ReadonlySignal<Camera>;
}

/** Over the paper: the frame of a photo that is being placed, and the notice about one that is missing. */
export default function PhotoStage({ session, camera }: PhotoStageProps) {
  const photo = photoOf(session);
  const now = session.underlay.value;
  const [hidden, setHidden] = useState<string>();
  if (!now) return null;
  const { kind } = photo.shown.value;
  const isOpen = openPanel.value === 'photo';
  const isPlaced = isOpen && now.visible && !now.locked && kind === 'ready' && !photo.work.value;
  const missing = missingFor(syncState.value, photo.shown.value);
  const isTold = kind === 'missing' && !isOpen && hidden !== now.sha256;
  return (
    <>
      {isPlaced && <PhotoFrame photo={photo} camera={camera} />}
      {isTold && !session.trouble.value && !session.gone.value && !session.full.value && (
        <div class="studio-trouble studio-full">
          <Notice
            icon="warning"
            title={words.missing[missing]}
            action={
              <span class="notice-actions">
                <Button
                  tone="accent"
                  onClick={() => {
                    openPanel.value = 'photo';
                  }}
                >
                  {missing === 'elsewhere' ? words.getIt : words.chooseAgain}
                </Button>
                <IconButton icon="close" label={words.notNow} onClick={() => setHidden(now.sha256)} />
              </span>
            }
          >
            {words.missingText[missing]}
          </Notice>
        </div>
      )}
    </>
  );
}
