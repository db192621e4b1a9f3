import './gallery.css';
import { useEffect } from 'preact/hooks';
import { ImportButton } from '../import/ImportButton.tsx';
import { navigate } from '../router.ts';
import { LazyNotices } from '../sync/LazyNotices.tsx';
import { syncState } from '../sync/sync-link.ts';
import { useBackupWords } from '../sync/use-backup.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { leaving, SAVED, saveWords, writing } from './changes.ts';
import { drawingList, followDrawings, refresh, type Tab } from './drawings.ts';
import { EmptyGallery, EmptyTrash, NothingFound } from './Empty.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { SheetSkeletons } from './SheetSkeletons.tsx';
import { Shelf } from './Shelf.tsx';
import { clearSearch, SelectionBar, ShelfTools } from './ShelfTools.tsx';
import { useShelfKeys } from './shelf-keys.ts';
import {
  endSelecting,
  isWaiting,
  openMenu,
  progress,
  query,
  renaming,
  selection,
  shownEntries,
} from './shelf-state.ts';

const TABS: readonly { readonly tab: Tab; readonly label: string; readonly address: string }[] = [
  { tab: 'all', label: 'On the shelf', address: '/' },
  { tab: 'trash', label: 'In the trash', address: '/?tab=trash' },
];

function Tabs({ shown }: { readonly shown: Tab }) {
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = TABS.find(({ tab }) => tab !== shown);
    if (!other) return;
    navigate(other.address, { replace: true });
    document.getElementById(`tab-${other.tab}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Which drawings" onKeyDown={step}>
      {TABS.map(({ tab, label, address }) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === shown}
          aria-controls="shelf"
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => navigate(address, { replace: true })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Panel({ tab }: { readonly tab: Tab }) {
  const { phase, entries, complete, problem } = drawingList(tab).value;
  const shown = shownEntries(tab);
  const failed = phase === 'failed' && (
    <Notice
      icon="warning"
      tone="danger"
      title="Your drawings could not be read."
      action={<Button onClick={() => void refresh(tab)}>Try again</Button>}
    >
      {problem}
    </Notice>
  );
  if (isWaiting(tab)) return <SheetSkeletons />;
  if (isEmpty(tab)) return failed || (tab === 'all' ? <EmptyGallery /> : <EmptyTrash />);
  return (
    <>
      {failed}
      {entries.length > 0 && <ShelfTools tab={tab} />}
      {shown.length > 0 ? (
        <Shelf key={tab} tab={tab} entries={shown} />
      ) : (
        query.value.trim() !== '' && complete && <NothingFound query={query.value} onClear={clearSearch} />
      )}
      <SelectionBar tab={tab} />
    </>
  );
}

/** Is there nothing on this shelf, or only what is just leaving it? */
function isEmpty(tab: Tab): boolean {
  const { phase, entries } = drawingList(tab).value;
  return phase !== 'loading' && entries.every(({ id }) => leaving.value.has(id));
}

/** Where the drawings are, in words. */
function Status({ tab }: { readonly tab: Tab }) {
  const words = saveWords(tab);
  const backup = useBackupWords(writing.value > 0);
  return <p role="status">{words === SAVED && backup ? `${words}. ${backup}` : words}</p>;
}

function Progress() {
  const syncing = syncState.value?.progress;
  const now = progress.value ?? (syncing && { done: syncing.done, all: syncing.total });
  // A few are moved before it could be read.
  if (!now || now.all < 10) return null;
  return <progress class="shelf-progress" aria-label="How far it is" value={now.done} max={now.all} />;
}

/** The tab that was last shown. */
let shownTab: Tab = 'all';

/** The gallery: every drawing as a sheet, newest first, and the trash beside them. */
export function GalleryView({ tab }: { readonly tab: Tab }) {
  useEffect(followDrawings, []);
  useEffect(() => {
    // A search is kept while one looks at what it found, and is of one shelf.
    if (shownTab !== tab) query.value = '';
    shownTab = tab;
    void refresh(tab);
    return () => {
      endSelecting();
      openMenu.value = undefined;
      renaming.value = undefined;
    };
  }, [tab]);
  useShelfKeys(tab);
  const inviting = tab === 'all' && drawingList('all').value.phase === 'ready' && isEmpty('all');
  return (
    <Page
      title="Drawings"
      note={
        <div class="page-note">
          <Status tab={tab} />
          <Progress />
        </div>
      }
      action={
        <div class="page-actions">
          {tab === 'all' && <ImportButton />}
          {!inviting && (
            <div class="new-drawing">
              <Button tone="accent" icon="plus" onClick={() => navigate('/drawings/new')}>
                New drawing
              </Button>
            </div>
          )}
        </div>
      }
    >
      <LazyNotices />
      <Tabs shown={tab} />
      <div
        id="shelf"
        class={selection.value ? 'shelf-panel selecting' : 'shelf-panel'}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
      >
        <Panel tab={tab} />
      </div>
      {renaming.value && (
        <RenameDialog
          key={renaming.value.id}
          entry={renaming.value}
          onClose={() => {
            renaming.value = undefined;
          }}
        />
      )}
    </Page>
  );
}
