import './gallery.css';
import { useEffect, useState } from 'preact/hooks';
import { navigate } from '../router.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { drawingList, followDrawings, refresh, saveWords, showMore, type Tab } from './drawings.ts';
import { EmptyGallery, EmptyTrash } from './Empty.tsx';
import { Sheet, TrashedSheet } from './Sheet.tsx';
import { SheetSkeletons } from './SheetSkeletons.tsx';

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

function Shelf({ tab }: { readonly tab: Tab }) {
  const { phase, entries, next, problem } = drawingList(tab).value;
  const [waiting, setWaiting] = useState(false);
  if (phase === 'loading') return <SheetSkeletons />;
  const more = async () => {
    setWaiting(true);
    await showMore(tab);
    setWaiting(false);
  };
  return (
    <>
      {phase === 'failed' && (
        <Notice
          icon="warning"
          tone="danger"
          title="Your drawings could not be read."
          action={<Button onClick={() => void refresh(tab)}>Try again</Button>}
        >
          {problem}
        </Notice>
      )}
      {phase === 'ready' && entries.length === 0 && (tab === 'all' ? <EmptyGallery /> : <EmptyTrash />)}
      {entries.length > 0 && (
        <ul class="shelf" aria-label={tab === 'all' ? 'Drawings' : 'Drawings in the trash'}>
          {entries.map((entry) =>
            tab === 'all' ? (
              <Sheet key={entry.id} entry={entry} />
            ) : (
              <TrashedSheet key={entry.id} entry={entry} />
            ),
          )}
        </ul>
      )}
      {next !== null && (
        <p class="shelf-more">
          <Button disabled={waiting} onClick={() => void more()}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}

/** The gallery: every drawing as a sheet, newest first, and the trash beside them. */
export function GalleryView({ tab }: { readonly tab: Tab }) {
  useEffect(followDrawings, []);
  useEffect(() => void refresh(tab), [tab]);
  const { phase, entries } = drawingList('all').value;
  const inviting = tab === 'all' && phase === 'ready' && entries.length === 0;
  return (
    <Page
      title="Drawings"
      note={
        <p class="page-note" role="status">
          {saveWords(tab)}
        </p>
      }
      action={
        !inviting && (
          <div class="new-drawing">
            <Button tone="accent" icon="plus" onClick={() => navigate('/drawings/new')}>
              New drawing
            </Button>
          </div>
        )
      }
    >
      <Tabs shown={tab} />
      <div id="shelf" class="shelf-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <Shelf tab={tab} />
      </div>
    </Page>
  );
}
