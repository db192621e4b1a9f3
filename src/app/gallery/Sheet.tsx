import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { DrawingEntry } from '../../core/drawing/types.ts';
import { now } from '../clock.ts';
import { drawingAddress } from '../router.ts';
import { agoWords } from '../time-words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { restoreDrawing, titleWords, trashDrawing } from './drawings.ts';
import { RenameDialog } from './RenameDialog.tsx';

/** Pixels of the space that a thumbnail is given; the picture keeps its own proportions inside. */
const WIDTH = 320;
const HEIGHT = 240;

/** A drawing that came through the API has no picture until it is opened: its paper says how much is on it. */
function Paper({ entry: { thumb, strokeCount } }: { readonly entry: DrawingEntry }) {
  return (
    <span class="paper">
      {thumb ? (
        <img src={thumb} alt="" width={WIDTH} height={HEIGHT} decoding="async" />
      ) : (
        <span class="paper-words small" aria-hidden="true">
          {strokeWords(strokeCount)}
        </span>
      )}
    </span>
  );
}

function strokeWords(count: number): string {
  if (count === 0) return 'Nothing drawn yet';
  return count === 1 ? '1 stroke' : `${count.toLocaleString('en-SG')} strokes`;
}

/** Before a sheet goes: hands the focus on to its neighbour, so that whoever uses the keyboard stays where they were. */
function passFocusOn({ currentTarget }: { readonly currentTarget: Element }): void {
  const sheet = currentTarget.closest('.sheet');
  const neighbour = sheet?.nextElementSibling ?? sheet?.previousElementSibling;
  const next =
    neighbour?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('h1');
  next?.focus({ preventScroll: true });
}

interface CaptionProps {
  readonly entry: DrawingEntry;
  readonly children: ComponentChildren;
}

function Caption({ entry, children }: CaptionProps) {
  return (
    <div class="caption">
      <time
        class="soft small"
        dateTime={entry.updatedAt}
        title={new Date(entry.updatedAt).toLocaleString('en-SG')}
      >
        {agoWords(entry.updatedAt, now.value)}
      </time>
      <span class="caption-actions">{children}</span>
    </div>
  );
}

function Title({ entry, id }: { readonly entry: DrawingEntry; readonly id: string }) {
  return (
    <span id={id} class={entry.title === '' ? 'sheet-title untitled' : 'sheet-title'}>
      {titleWords(entry.title)}
    </span>
  );
}

/** A drawing on the shelf. */
export function Sheet({ entry }: { readonly entry: DrawingEntry }) {
  const titleId = useId();
  const [renaming, setRenaming] = useState(false);
  return (
    <li class="sheet">
      <a href={drawingAddress(entry.id)} class="sheet-link">
        <Paper entry={entry} />
        <Title entry={entry} id={titleId} />
      </a>
      <Caption entry={entry}>
        <IconButton
          icon="pencil"
          label="Rename"
          aria-describedby={titleId}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          icon="trash"
          label="Trash"
          aria-describedby={titleId}
          onClick={(event) => {
            passFocusOn(event);
            void trashDrawing(entry);
          }}
        />
      </Caption>
      {renaming && <RenameDialog entry={entry} onClose={() => setRenaming(false)} />}
    </li>
  );
}

/** A drawing in the trash: it can be looked at here and taken back, nothing else. */
export function TrashedSheet({ entry }: { readonly entry: DrawingEntry }) {
  const titleId = useId();
  return (
    <li class="sheet trashed">
      <div class="sheet-link">
        <Paper entry={entry} />
        <Title entry={entry} id={titleId} />
      </div>
      <Caption entry={entry}>
        <Button
          tone="quiet"
          aria-describedby={titleId}
          onClick={(event) => {
            passFocusOn(event);
            void restoreDrawing(entry);
          }}
        >
          Restore
        </Button>
      </Caption>
    </li>
  );
}
