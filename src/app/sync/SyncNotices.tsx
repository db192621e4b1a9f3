import { useEffect } from 'preact/hooks';
import { LAYERS_MAX, STROKES_MAX } from '../../core/drawing/limits.ts';
import type { SyncNotice } from '../../sync/state/drawings-state.ts';
import type { SyncStatus, Trouble } from '../../sync/state/sync-status.ts';
import { shortTitle, titleWords } from '../gallery/list/arrange.ts';
import { drawingList, refresh } from '../gallery/list/drawings.ts';
import { renameDrawing } from '../gallery/list/rename.ts';
import { drawingAddress } from '../router.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { notices as words } from '../words/en/sync/notices.ts';
import { server } from '../words/en/sync/server.ts';
import { RichText } from '../words/RichText.tsx';
import { dismissNotice } from './sync-actions.ts';
import { syncState } from './sync-link.ts';

/** Most notices shown in Settings. Other views show one at a time. */
const SHOWN_MAX = 20;

interface SyncNoticesProps {
  /** The open drawing: only its notices are shown, without its title, and `onTitle` renames it. */
  readonly only?: { readonly id: string; readonly onTitle: (title: string) => void };
  /** True in Settings, which has room for several notices. */
  readonly all?: boolean;
}

/** Notices about drawings that were changed on two devices, and in the gallery about sync that waits for a person. */
export default function SyncNotices({ only, all = false }: SyncNoticesProps) {
  const state = syncState.value;
  const present = state?.on ? state.notices : [];
  const notices = only ? present.filter(({ drawing }) => drawing === only.id) : present;
  const shown = notices.slice(0, all ? SHOWN_MAX : 1);
  const more = notices.length - shown.length;
  const isNamed = only === undefined && notices.length > 0;
  useEffect(() => {
    // The titles come from the gallery's list, which is loaded here if the gallery was not open yet.
    if (isNamed && drawingList('all').value.phase === 'loading') void refresh('all');
  }, [isNamed]);
  // Settings shows it with the remedy, the studio beside the title that the drawing is not backed up.
  const stopped = !all && !only && state?.on && needsPerson(state) ? state.trouble : null;
  if (notices.length === 0 && !stopped) return null;
  return (
    <div class="sync-notices">
      {stopped && <Stopped trouble={stopped} />}
      {shown.map((notice) => (
        <OneNotice key={`${notice.kind} ${notice.drawing}`} notice={notice} {...(only ? { only } : {})} />
      ))}
      {more > 0 && (
        <p class="small soft">
          <RichText
            text={all || only ? words.more(more) : words.moreInSettings(more)}
            marks={{ link: (name) => <a href="/settings">{name}</a> }}
          />
        </p>
      )}
    </div>
  );
}

/** True if sync waits for a person, who would not learn of it from the state of the backup alone. */
function needsPerson({ trouble, retryAt }: SyncStatus): boolean {
  return retryAt === null || trouble === 'server_full';
}

function Stopped({ trouble }: { readonly trouble: Trouble }) {
  return (
    <Notice icon="warning" tone="danger" title={server.stopped[trouble]}>
      <RichText text={words.stopped} marks={{ link: (name) => <a href="/settings">{name}</a> }} />
    </Notice>
  );
}

type OneProps = SyncNoticesProps & { readonly notice: SyncNotice };

interface Naming {
  readonly this: string;
  readonly named: (title: string) => string;
  readonly some: string;
}

function OneNotice({ notice, only }: OneProps) {
  const entry = drawingList('all').value.entries.find(({ id }) => id === notice.drawing);
  const title = (naming: Naming) =>
    only ? naming.this : entry ? naming.named(shortTitle(entry)) : naming.some;
  const understood = <Button onClick={() => dismissNotice(notice.drawing)}>{words.understood}</Button>;
  const look =
    only || !entry ? null : (
      <>
        {' '}
        <a href={drawingAddress(notice.drawing)}>{words.open}</a>
      </>
    );
  switch (notice.kind) {
    case 'kept_both':
      return (
        <Notice icon="check" title={title(words.keptBoth)} action={understood}>
          {words.sameStroke}
          {look}
        </Notice>
      );
    case 'kept_copy':
      return (
        <Notice icon="check" title={title(words.keptBoth)} action={understood}>
          <RichText
            text={words.tooMuch(LAYERS_MAX, STROKES_MAX)}
            marks={{
              copy: () => (
                <a href={drawingAddress(notice.copy)} dir="auto">
                  {titleWords(notice.title)}
                </a>
              ),
            }}
          />
          {look}
        </Notice>
      );
    case 'restored':
      return (
        <Notice icon="restore" title={title(words.restored)} action={understood}>
          {words.restoredText}
          {look}
        </Notice>
      );
    case 'not_deleted':
      return (
        <Notice icon="restore" title={title(words.notDeleted)} action={understood}>
          {words.notDeletedText}
          {look}
        </Notice>
      );
    case 'came_back':
      return (
        <Notice icon="restore" title={title(words.cameBack)} action={understood}>
          {words.cameBackText}
          {look}
        </Notice>
      );
    case 'title': {
      const use = () => {
        if (only) only.onTitle(notice.title);
        else if (entry) void renameDrawing(entry, notice.title);
        dismissNotice(notice.drawing);
      };
      return (
        <Notice
          icon="pencil"
          title={title(words.renamed)}
          action={
            <span class="sync-choice">
              {(only || entry) && <Button onClick={use}>{words.use(shortTitle(notice))}</Button>}
              <Button tone="quiet" onClick={() => dismissNotice(notice.drawing)}>
                {words.keep}
              </Button>
            </span>
          }
        >
          {words.renamedText(shortTitle(notice))}
        </Notice>
      );
    }
  }
}
