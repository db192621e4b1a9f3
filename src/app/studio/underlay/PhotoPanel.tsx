import './photo.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Underlay } from '../../../core/drawing/types.ts';
import { byTouch } from '../../platform/media-query.ts';
import { syncPhotos } from '../../sync/sync-actions.ts';
import { syncState } from '../../sync/sync-link.ts';
import { Button } from '../../ui/Button.tsx';
import { Check } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.ts';
import { photo as words } from '../../words/en/studio/photo.ts';
import { photoSync } from '../../words/en/sync/photos.ts';
import { percent } from '../../words/format.ts';
import { focusCanvas } from '../controls/focus-canvas.ts';
import { closePanel } from '../controls/panels.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { SliderRow } from '../marks/SliderRow.tsx';
import { photoOf } from './photo.ts';
import {
  cancelPhoto,
  changePhoto,
  fitOnScreen,
  type PhotoContext,
  removePhoto,
  takePhoto,
} from './photo-actions.ts';
import { asksForPhotos, missingFor } from './photo-words.ts';
import { changed } from './place.ts';

/** The panel of the photo: where it comes from, and how it lies under the ink. */
export default function PhotoPanel(context: PhotoContext) {
  const { session } = context;
  const { work } = photoOf(session);
  const now = session.underlay.value;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Nothing else has the focus after a menu has closed.
    panel.current?.focus({ preventScroll: true });
    return () => {
      // A slider that was not let go.
      photoOf(session).settle();
      if (document.activeElement === document.body) focusCanvas();
    };
  }, []);
  const { kind } = photoOf(session).shown.value;
  useEffect(() => {
    // The switch had it, and has gone because the photo has come.
    if (kind === 'ready' && document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true });
    }
  }, [kind]);
  return (
    <div ref={panel} class="photo-sheet" tabIndex={-1}>
      <div class="panel-head">
        <p class="panel-title" aria-hidden="true">
          {words.title}
        </p>
        <Button tone="quiet" onClick={closePanel}>
          {words.close}
        </Button>
      </div>
      {work.value ? (
        <Work doing={work.value} />
      ) : now && kind === 'missing' ? (
        <Missing {...context} />
      ) : now ? (
        <Settings {...context} now={now} />
      ) : (
        <>
          <p class="small soft photo-about">
            {syncState.value?.on && syncState.value.photos ? words.aboutSynced(location.host) : words.about}
          </p>
          <Sources {...context} />
          <OnServer />
        </>
      )}
    </div>
  );
}

function Work({ doing }: { readonly doing: 'fitting' | 'keeping' }) {
  return (
    <div class="photo-work">
      <p id="photo-doing" role="status">
        {words[doing]}
      </p>
      <progress aria-labelledby="photo-doing" />
      <Button onClick={cancelPhoto}>{words.cancel}</Button>
    </div>
  );
}

/** Whether photos go to the server, where there is one: the same switch as in Settings. */
function OnServer() {
  const sync = syncState.value;
  if (!asksForPhotos(sync)) return null;
  const pick = (next: boolean) => {
    syncPhotos(next);
    if (!next) toast(photoSync.stay);
  };
  return <Check label={photoSync.keep} on={sync.photos} onPick={pick} />;
}

/** Types for the picker: also those that a system does not count among its pictures. */
const ACCEPT = 'image/*,.heic,.heif,.avif';

/** Where a photo comes from: the device, and on one that is held in the hand its camera. */
function Sources({ children, ...context }: PhotoContext & { readonly children?: ComponentChildren }) {
  const [chosen, taken] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const pick = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // Emptied, so that choosing the same file again is a change.
    input.value = '';
    if (file) void takePhoto(context, file);
  };
  return (
    <div class="photo-sources">
      <Button tone="accent" onClick={() => chosen.current?.click()}>
        {words.choose}
      </Button>
      {byTouch() && <Button onClick={() => taken.current?.click()}>{words.take}</Button>}
      {children}
      <input
        ref={chosen}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label={words.chosen}
        onChange={({ currentTarget }) => pick(currentTarget)}
      />
      <input
        ref={taken}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={words.taken}
        onChange={({ currentTarget }) => pick(currentTarget)}
      />
    </div>
  );
}

/** Why there is nothing to see of the photo, and what can be done: its bytes are not here, so nothing changes its look. */
function Missing(context: PhotoContext) {
  const missing = missingFor(syncState.value, photoOf(context.session).shown.value);
  return (
    <>
      <p class="small photo-about">{`${words.missing[missing]}. ${words.missingText[missing]}`}</p>
      {missing !== 'damaged' && <OnServer />}
      <Sources {...context}>
        <Button onClick={() => removePhoto(context)}>{words.remove}</Button>
      </Sources>
    </>
  );
}

const QUARTER = 90;

function Settings({ now, ...context }: PhotoContext & { readonly now: Underlay }) {
  const photo = photoOf(context.session);
  const { visible, locked } = now;
  const opacity = (photo.draft.value ?? now).opacity;
  const replacing = useRef<HTMLInputElement>(null);
  const hint = !visible
    ? words.hiddenHint
    : locked
      ? words.lockedHint
      : byTouch()
        ? words.moveHintTouch
        : words.moveHint;
  return (
    <>
      <p class="small soft photo-about">{hint}</p>
      <SliderRow
        label={words.opacity}
        least={5}
        most={100}
        value={Math.round(opacity * 100)}
        words={percent(opacity)}
        onSlide={(value) => {
          photo.draft.value = { ...now, opacity: value / 100 };
        }}
        onLift={() => photo.settle()}
      >
        <output class="slider-value numerals">{percent(opacity)}</output>
      </SliderRow>
      <div class="photo-tools">
        <ToolButton
          label={visible ? words.hide : words.show}
          icon={visible ? 'visible' : 'hidden'}
          onClick={() => changePhoto(context, { visible: !visible })}
        />
        <ToolButton
          label={locked ? words.unlock : words.lock}
          icon={locked ? 'locked' : 'unlocked'}
          onClick={() => changePhoto(context, { locked: !locked })}
        />
        <ToolButton
          label={words.turn}
          icon="turnRight"
          idle={locked}
          onClick={() => changePhoto(context, changed(now, now, 1, QUARTER))}
        />
        <ToolButton label={words.fit} icon="fit" idle={locked} onClick={() => fitOnScreen(context, now)} />
        <ToolButton label={words.replace} icon="picture" onClick={() => replacing.current?.click()} />
        <ToolButton label={words.remove} icon="delete" onClick={() => removePhoto(context)} />
      </div>
      <input
        ref={replacing}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label={words.replace}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void takePhoto(context, file);
        }}
      />
    </>
  );
}
