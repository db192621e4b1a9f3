import { useEffect } from 'preact/hooks';
import type { SyncNotice } from '../../sync/drawings/ports.ts';
import { titleWords } from '../gallery/list/arrange.ts';
import { quoted, renameDrawing } from '../gallery/list/changes.ts';
import { drawingList, refresh } from '../gallery/list/drawings.ts';
import { drawingAddress } from '../router.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { seen } from './sync-actions.ts';
import { syncState } from './sync-link.ts';

/** Notices shown at once in Settings; elsewhere one, and the next when it has been read. */
const SHOWN = 20;

interface SyncNoticesProps {
  /** Only what concerns this drawing, which is open: it is not named, and renamed by `onTitle`. */
  readonly only?: { readonly id: string; readonly onTitle: (title: string) => void };
  /** Settings has room for them. */
  readonly all?: boolean;
}

/** What a person should know of drawings that were changed on two devices. Loaded when there is something to know. */
export default function SyncNotices({ only, all = false }: SyncNoticesProps) {
  const told = syncState.value?.on ? syncState.value.notices : [];
  const notices = only ? told.filter(({ drawing }) => drawing === only.id) : told;
  const shown = notices.slice(0, all ? SHOWN : 1);
  const more = notices.length - shown.length;
  const isNamed = only === undefined && notices.length > 0;
  useEffect(() => {
    // The titles: where the gallery was not shown yet, its list was not read.
    if (isNamed && drawingList('all').value.phase === 'loading') void refresh('all');
  }, [isNamed]);
  if (notices.length === 0) return null;
  return (
    <div class="sync-notices">
      {shown.map((notice) => (
        <OneNotice key={`${notice.kind} ${notice.drawing}`} notice={notice} {...(only ? { only } : {})} />
      ))}
      {more > 0 && (
        <p class="small soft">
          And {more} more
          {!all && !only && (
            <>
              {' '}
              in <a href="/settings">Settings</a>
            </>
          )}
          .
        </p>
      )}
    </div>
  );
}

type OneProps = SyncNoticesProps & { readonly notice: SyncNotice };

function OneNotice({ notice, only }: OneProps) {
  const entry = drawingList('all').value.entries.find(({ id }) => id === notice.drawing);
  const name = only ? 'This drawing' : entry ? quoted(entry) : 'A drawing';
  const understood = <Button onClick={() => seen(notice.drawing)}>Understood</Button>;
  const look =
    only || !entry ? null : (
      <>
        {' '}
        <a href={drawingAddress(notice.drawing)}>Look at it</a>
      </>
    );
  switch (notice.kind) {
    case 'kept_both':
      return (
        <Notice
          icon="check"
          title={only ? 'Kept both versions' : `Kept both versions: ${lower(name)}`}
          action={understood}
        >
          The same stroke was changed here and on another device. Both forms are on the drawing; erase the one
          that you do not want.{look}
        </Notice>
      );
    case 'kept_copy':
      return (
        <Notice
          icon="check"
          title={only ? 'Kept both versions' : `Kept both versions: ${lower(name)}`}
          action={understood}
        >
          Together they are more than a drawing holds. What was drawn here is a drawing of its own now:{' '}
          <a href={drawingAddress(notice.copy)}>{titleWords(notice.title)}</a>.{look}
        </Notice>
      );
    case 'restored':
      return (
        <Notice icon="restore" title={`${name} is back among your drawings.`} action={understood}>
          It was put in the trash on one device and changed on another.{look}
        </Notice>
      );
    case 'not_deleted':
      return (
        <Notice icon="restore" title={`${name} is still here.`} action={understood}>
          It was deleted for good on another device, but you had changed it on this one.{look}
        </Notice>
      );
    case 'came_back':
      return (
        <Notice icon="restore" title={`${name} is back.`} action={understood}>
          It was deleted for good, but another device had changed it, or the server was set back to a backup.
          {look}
        </Notice>
      );
    case 'title': {
      const use = () => {
        if (only) only.onTitle(notice.title);
        else if (entry) void renameDrawing(entry, notice.title);
        seen(notice.drawing);
      };
      return (
        <Notice
          icon="pencil"
          title={`${name} was renamed on two devices.`}
          action={
            <span class="sync-choice">
              {(only || entry) && <Button onClick={use}>{`Use ${quoted(notice)}`}</Button>}
              <Button tone="quiet" onClick={() => seen(notice.drawing)}>
                Keep this title
              </Button>
            </span>
          }
        >
          The other device's title came first and stays. Here it was {quoted(notice)}.
        </Notice>
      );
    }
  }
}

function lower(name: string): string {
  return name.startsWith('“') ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
