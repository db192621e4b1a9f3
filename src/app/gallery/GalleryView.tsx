import './gallery.css';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ImportButton } from '../import/sources/ImportButton.tsx';
import { lazyView } from '../lazy.tsx';
import { navigate, TRASH_ADDRESS } from '../router.ts';
import { PlanNote } from '../sky/PlanNote.ts';
import { backupWords } from '../sync/backup.ts';
import { LazyNotices } from '../sync/LazyNotices.tsx';
import { syncState } from '../sync/sync-link.ts';
import { useBackup } from '../sync/use-backup.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { gallery as words } from '../words/en/gallery/gallery.ts';
import { saving } from '../words/en/saving.ts';
import { shell } from '../words/en/shell.ts';
import { emptyTrash } from './actions/actions.ts';
import { EmptyGallery, EmptyTrash, NothingFound } from './empty/Empty.tsx';
import { CardSkeletons } from './grid/CardSkeletons.tsx';
import { DrawingGrid } from './grid/DrawingGrid.tsx';
import { expectedCount, storeCount } from './grid/expected.ts';
import { isSaved, saveWords, writing } from './list/changes.ts';
import { drawingList, followDrawings, refresh, type Tab } from './list/drawings.ts';
import {
  dialog,
  endSelecting,
  entriesOf,
  isWaiting,
  openMenu,
  progress,
  query,
  renaming,
  selection,
  shownEntries,
} from './list/gallery-state.ts';
import { unsavedWords } from './list/unsaved.ts';
import { clearSearch, GalleryTools, SelectionBar } from './tools/GalleryTools.tsx';
import { useGalleryKeys } from './tools/gallery-keys.ts';

const RenameDialog = lazyView(() => import('./actions/RenameDialog.tsx'), false);

const TABS: readonly { readonly tab: Tab; readonly address: string }[] = [
  { tab: 'all', address: '/' },
  { tab: 'trash', address: TRASH_ADDRESS },
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
    <div class="tabs" role="tablist" aria-label={words.tabsName} onKeyDown={step}>
      {TABS.map(({ tab, address }) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === shown}
          aria-controls="drawings"
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => navigate(address, { replace: true })}
        >
          {words.tabs[tab]}
        </button>
      ))}
    </div>
  );
}

function Panel({ tab }: { readonly tab: Tab }) {
  const { phase, complete, problem } = drawingList(tab).value;
  const shown = shownEntries(tab);
  const failed = phase === 'failed' && (
    <Notice
      icon="warning"
      tone="danger"
      title={words.failed}
      action={<Button onClick={() => void refresh(tab)}>{shell.retry}</Button>}
    >
      {problem}
    </Notice>
  );
  if (isEmpty(tab)) return failed || (tab === 'all' ? <EmptyGallery /> : <EmptyTrash />);
  if (phase === 'loading' && tab === 'trash') return null;
  // The tools are shown from the start, so that nothing moves when the cards come.
  return (
    <>
      {failed}
      <GalleryTools tab={tab} />
      {isWaiting(tab) ? (
        <CardSkeletons count={expectedCount()} />
      ) : shown.length > 0 ? (
        <DrawingGrid key={tab} tab={tab} entries={shown} />
      ) : (
        query.value.trim() !== '' && complete && <NothingFound query={query.value} onClear={clearSearch} />
      )}
      <SelectionBar tab={tab} />
    </>
  );
}

/** True if a tab has no drawings, apart from those being moved away. A new person need not wait for the list. */
function isEmpty(tab: Tab): boolean {
  if (isNew(tab)) return true;
  return drawingList(tab).value.phase !== 'loading' && entriesOf(tab).length === 0;
}

/** True while the list is loading for somebody who had no drawings last time. */
function isNew(tab: Tab): boolean {
  const isLoading = tab === 'all' && drawingList('all').value.phase === 'loading';
  return isLoading && entriesOf('all').length === 0 && expectedCount() === 0;
}

/** The state of saving and backup, in words. */
function Status({ tab }: { readonly tab: Tab }) {
  const unsaved = unsavedWords.value;
  const said = isNew(tab) ? '' : saveWords(tab);
  const backup = backupWords(useBackup(writing.value > 0));
  return (
    <p role="status" class={unsaved ? 'status-unsaved' : undefined}>
      {said && backup && isSaved(tab) ? saving.savedAnd(backup) : said}
    </p>
  );
}

function Progress() {
  const syncing = syncState.value?.progress;
  const now = progress.value ?? (syncing && { done: syncing.done, all: syncing.total });
  // Fewer are done before anybody could read this.
  if (!now || now.all < 10) return null;
  return <progress class="gallery-progress" aria-label={words.progress} value={now.done} max={now.all} />;
}

/** ms after the gallery is shown, until missing pictures are made. */
const PICTURES_LATER = 1_000;

function keepPicturesSoon() {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    // If the code does not load, the pictures are made next time.
    import('./pictures.ts').then((module) => module.keepPictures(stop.signal)).catch(() => undefined);
  }, PICTURES_LATER);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Measures the page's head for CSS: the tools stick below it. */
function followHead() {
  const head = document.querySelector('.page-head');
  const page = head?.parentElement;
  if (!head || !page) return;
  const observer = new ResizeObserver(() => {
    page.style.setProperty('--head', `${head.getBoundingClientRect().height}px`);
  });
  observer.observe(head);
  return () => observer.disconnect();
}

function EmptyButton() {
  if (drawingList('trash').value.phase !== 'ready' || isEmpty('trash')) return null;
  return (
    <Button tone="danger" icon="trash" onClick={emptyTrash}>
      {words.emptyTrash}
    </Button>
  );
}

/** The tab that was last shown. */
let shownTab: Tab = 'all';

/** The gallery: every drawing as a card, newest first, and the trash beside them. */
export function GalleryView({ tab }: { readonly tab: Tab }) {
  useEffect(followDrawings, []);
  useEffect(keepPicturesSoon, []);
  useLayoutEffect(followHead, []);
  useEffect(() => {
    // A search stays while its results are opened, but belongs to one tab.
    if (shownTab !== tab) query.value = '';
    shownTab = tab;
    void refresh(tab);
    return () => {
      endSelecting();
      openMenu.value = undefined;
      renaming.value = undefined;
      dialog.value = undefined;
    };
  }, [tab]);
  const { phase, complete, entries } = drawingList('all').value;
  // Before the cards are seen: whoever reloads then finds as many placeholders, and nothing jumps.
  useLayoutEffect(() => {
    if (phase === 'ready' && complete) storeCount(entries.length);
  }, [phase, complete, entries.length]);
  useGalleryKeys(tab);
  const inviting = tab === 'all' && phase !== 'failed' && isEmpty('all');
  return (
    <Page
      title={words.tabs.all}
      note={
        <div class="page-note">
          <Status tab={tab} />
          <Progress />
        </div>
      }
      action={
        <div class="page-actions">
          {tab === 'all' ? <ImportButton /> : <EmptyButton />}
          {!inviting && (
            <div class="new-drawing">
              <Button tone="accent" icon="plus" onClick={() => navigate('/drawings/new')}>
                {words.newDrawing}
              </Button>
            </div>
          )}
        </div>
      }
    >
      <LazyNotices />
      {phase !== 'loading' && <PlanNote />}
      <Tabs shown={tab} />
      <div
        id="drawings"
        class={selection.value ? 'gallery-panel selecting' : 'gallery-panel'}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
      >
        <Panel tab={tab} />
      </div>
      {dialog.value}
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
