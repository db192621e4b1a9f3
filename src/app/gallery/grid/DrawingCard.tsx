import { useId } from 'preact/hooks';
import type { DrawingEntry } from '../../../core/drawing/types.ts';
import { onPaper } from '../../paper/on-paper.ts';
import { now } from '../../platform/clock.ts';
import { online } from '../../platform/online.ts';
import { drawingAddress, trashedAddress } from '../../router.ts';
import { isTroubled } from '../../studio/saving/busy.ts';
import { backupWords, cardBackup } from '../../sync/backup.ts';
import { syncState } from '../../sync/sync-link.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { drawings } from '../../words/en/drawings.ts';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { keys } from '../../words/en/keys.ts';
import { saving } from '../../words/en/saving.ts';
import { exactTime, relativeTime } from '../../words/format.ts';
import { exportDrawings, move, purge, select } from '../actions/actions.ts';
import { titleWords } from '../list/arrange.ts';
import { drawingList, type Tab } from '../list/drawings.ts';
import { openMenu, selection } from '../list/gallery-state.ts';
import { cardKeys, DrawingMenu } from './DrawingMenu.tsx';

/** Size of the space for a thumbnail, CSS px. The picture keeps its proportions inside. */
const WIDTH = 320;
const HEIGHT = 240;

/**
 * The paper with the drawing's thumbnail. Without a thumbnail, as for a drawing stored through the API, it
 * shows the number of strokes. While the thumbnail is loading, the paper is empty.
 */
function Paper({ tab, entry: { id, thumb, paper, strokeCount } }: Pick<DrawingCardProps, 'tab' | 'entry'>) {
  const isAway = drawingList(tab).value.away.has(id);
  return (
    <span class="paper" {...onPaper(paper)}>
      {thumb ? (
        <img src={thumb} alt="" width={WIDTH} height={HEIGHT} decoding="async" draggable={false} />
      ) : (
        !isAway && (
          <span class="paper-words small" aria-hidden="true">
            {strokeCount === 0 ? saving.blank : drawings.strokes(strokeCount)}
          </span>
        )
      )}
    </span>
  );
}

interface DrawingCardProps {
  readonly tab: Tab;
  readonly entry: DrawingEntry;
  /** True while the card is a checkbox. */
  readonly selecting: boolean;
  /** True for the one card that the Tab key reaches. Arrow keys lead to the others. */
  readonly stop: boolean;
  /** Counted from 0. */
  readonly index: number;
  readonly count: number;
  /** Position in the grid; empty before the rows are measured. */
  readonly style: { readonly gridRow?: number; readonly gridColumn?: number };
}

/** The card of a drawing in the gallery or the trash. Arrow keys move between the `data-stop` elements. */
export function DrawingCard({ tab, entry, selecting, stop, index, count, style }: DrawingCardProps) {
  const titleId = useId();
  return (
    <li
      class={tab === 'trash' ? 'drawing-card trashed' : 'drawing-card'}
      data-id={entry.id}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={style}
    >
      <Face tab={tab} entry={entry} titleId={titleId} stop={stop} />
      <Mark id={entry.id} />
      <div class="caption">
        <time class="soft small" dateTime={entry.updatedAt} title={exactTime(entry.updatedAt)}>
          {relativeTime(entry.updatedAt, now.value)}
        </time>
        {!selecting && <Actions tab={tab} entry={entry} titleId={titleId} stop={stop} />}
        {openMenu.value === entry.id && <DrawingMenu tab={tab} entry={entry} titleId={titleId} />}
      </div>
    </li>
  );
}

/**
 * A problem with saving or backup, if there is one. It lies over the paper, so that all rows keep their height.
 */
function Mark({ id }: { readonly id: string }) {
  if (isTroubled(id))
    return (
      <span class="drawing-card-backup drawing-card-unsaved small">
        <Icon name="warning" />
        {saving.notSaved}
      </span>
    );
  const backup = backupWords(cardBackup(syncState.value, id, online.value));
  return backup ? <span class="drawing-card-backup small">{backup}</span> : null;
}

interface PartProps {
  readonly tab: Tab;
  readonly entry: DrawingEntry;
  readonly titleId: string;
  readonly stop: boolean;
}

/** Picture and title: a link, or a checkbox while selecting. */
function Face({ tab, entry, titleId, stop }: PartProps) {
  const chosen = selection.value?.ids.has(entry.id);
  const content = (
    <>
      <Paper tab={tab} entry={entry} />
      <span
        id={titleId}
        class={entry.title === '' ? 'drawing-card-title untitled' : 'drawing-card-title'}
        title={titleWords(entry.title)}
      >
        <span class="drawing-card-title-lines">{titleWords(entry.title)}</span>
      </span>
    </>
  );
  const tabIndex = stop ? 0 : -1;
  if (chosen !== undefined)
    return (
      <div class="drawing-card-link drawing-card-check">
        {content}
        <span class="drawing-card-tick" aria-hidden="true">
          {chosen && <Icon name="check" />}
        </span>
        {/* The checkbox covers the whole card, so that it receives every press. */}
        <input
          type="checkbox"
          class="laid-over"
          data-stop
          tabIndex={tabIndex}
          checked={chosen}
          aria-labelledby={titleId}
          onClick={({ shiftKey }) => select(tab, entry.id, shiftKey)}
        />
      </div>
    );
  return (
    <a
      href={tab === 'trash' ? trashedAddress(entry.id) : drawingAddress(entry.id)}
      class="drawing-card-link"
      data-stop
      tabIndex={tabIndex}
      aria-keyshortcuts={cardKeys(tab)}
      draggable={false}
    >
      {content}
    </a>
  );
}

function Actions({ tab, entry, titleId, stop }: PartProps) {
  const common = { 'aria-describedby': titleId, tabIndex: stop ? 0 : -1 };
  if (tab === 'trash')
    return (
      <span class="caption-actions">
        <Button {...common} tone="quiet" onClick={() => move('trash', entry)}>
          {words.restore}
        </Button>
        <IconButton
          {...common}
          icon="trash"
          label={words.purge}
          hint={keys.Delete}
          onClick={() => purge([entry])}
        />
      </span>
    );
  return (
    <span class="caption-actions">
      {/* Shown with a mouse only; the menu has these actions everywhere. */}
      <span class="caption-quick">
        <IconButton
          {...common}
          icon="export"
          label={words.export}
          aria-haspopup="dialog"
          onClick={() => exportDrawings([entry])}
        />
        <IconButton
          {...common}
          icon="trash"
          label={isTroubled(entry.id) ? words.discard : words.trash}
          hint={keys.Delete}
          onClick={() => move('all', entry)}
        />
      </span>
      <IconButton
        {...common}
        icon="more"
        label={words.more}
        aria-haspopup="menu"
        aria-expanded={openMenu.value === entry.id}
        onClick={() => {
          openMenu.value = openMenu.value === entry.id ? undefined : entry.id;
        }}
      />
    </span>
  );
}
