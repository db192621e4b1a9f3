import './more.css';
import type { ComponentChildren } from 'preact';
import type { Ink } from '../../../ink/index.ts';
import { importFiles } from '../../import/entry.ts';
import { FilePicker, openPicker } from '../../import/sources/FilePicker.tsx';
import { ariaKeys } from '../../keys/chords.ts';
import { isApple, printedKeys } from '../../keys/printed-keys.ts';
import { Icon } from '../../ui/Icon.tsx';
import { clipboard } from '../../words/en/studio/clipboard.ts';
import { replay } from '../../words/en/studio/replay.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { pasteFromClipboard } from '../clipboard/paste.ts';
import { HeaderMenu } from '../controls/HeaderMenu.tsx';
import { closePanel, openPanel } from '../controls/panels.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';
import { GuideChoice } from '../guide/GuideChoice.tsx';
import type { Session } from '../session/session.ts';
import { stampAir } from '../stamp/stamp-air.ts';
import { stampWeather } from '../stamp/stamp-weather.ts';
import { leftHanded } from '../tool-settings/hand-side.ts';
import { visibleMiddle } from '../viewport/covered.ts';
import { fullScreen, toggleFullScreen } from '../viewport/full-screen.ts';
import { keysShown, mapShown, replayShown, versionsShown } from '../viewport/view-state.ts';
import { PaperChoice } from './PaperChoice.tsx';
import { PatternChoice } from './PatternChoice.tsx';

interface MoreMenuProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
}

/** The menu for rarely needed actions: stamp air or weather, add a file, earlier versions, map, full screen, left-handed, shortcuts. */
export function MoreMenu({ session, ink }: MoreMenuProps) {
  return (
    <>
      <HeaderMenu name="more" label={words.more} icon={<Icon name="more" />}>
        <Item
          icon={<Icon name="air" />}
          name={words.menu.stamp}
          note={words.menu.stampNote}
          shortcut="A"
          onPick={() => {
            const engine = ink();
            if (engine) stampAir(session, engine);
          }}
        />
        <Item
          icon={<StudioIcon name="weather" />}
          name={words.menu.stampWeather}
          note={words.menu.stampWeatherNote}
          shortcut="Shift+A"
          onPick={() => {
            const engine = ink();
            if (engine) stampWeather(session, engine);
          }}
        />
        <Item
          icon={<StudioIcon name="paste" />}
          name={clipboard.paste}
          note={clipboard.pasteNote}
          shortcut="Ctrl+V"
          onPick={() => {
            const engine = ink();
            if (engine) void pasteFromClipboard({ session, ink: engine });
          }}
        />
        <Item
          icon={<Icon name="import" />}
          name={words.menu.import}
          note={words.menu.importNote}
          shortcut="Ctrl+O"
          onPick={openPicker}
        />
        <Item
          icon={<StudioIcon name="picture" />}
          name={words.menu.photo}
          note={session.underlay.value ? words.menu.photoNoteHas : words.menu.photoNote}
          onPick={() => {
            openPanel.value = 'photo';
          }}
        />
        <PaperChoice session={session} />
        <PatternChoice session={session} />
        <GuideChoice session={session} ink={ink} />
        <Item
          icon={<Icon name="clock" />}
          name={words.menu.versions}
          note={words.menu.versionsNote}
          onPick={() => {
            versionsShown.value = true;
          }}
        />
        <Item
          icon={<StudioIcon name="play" />}
          name={replay.menu}
          note={replay.menuNote}
          onPick={() => {
            replayShown.value = true;
          }}
        />
        <Item
          icon={<StudioIcon name="map" />}
          name={words.menu.map}
          note={words.menu.mapNote}
          shortcut="N"
          pressed={mapShown.value}
          onPick={() => {
            mapShown.value = !mapShown.value;
          }}
        />
        <Item
          icon={<StudioIcon name="fullScreen" />}
          name={words.menu.fullScreen}
          note={words.menu.fullScreenNote}
          shortcut="F"
          pressed={fullScreen.value}
          onPick={toggleFullScreen}
        />
        <Item
          icon={<StudioIcon name="hand" />}
          name={words.menu.leftHanded}
          note={words.menu.leftHandedNote}
          pressed={leftHanded.value}
          onPick={() => {
            leftHanded.value = !leftHanded.value;
          }}
        />
        <Item
          icon={<StudioIcon name="keys" />}
          name={words.menu.keys}
          note={words.menu.keysNote}
          shortcut="?"
          onPick={() => {
            keysShown.value = true;
          }}
        />
      </HeaderMenu>
      <FilePicker onPick={(files) => void importFiles({ files, onto: visibleMiddle() })} />
    </>
  );
}

interface ItemProps {
  readonly icon: ComponentChildren;
  readonly name: string;
  readonly note: string;
  readonly shortcut?: string;
  /** State of an item that is on or off. */
  readonly pressed?: boolean;
  readonly onPick: () => void;
}

function Item({ icon, name, note, shortcut, pressed, onPick }: ItemProps) {
  return (
    <button
      type="button"
      class="menu-item"
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut && ariaKeys([shortcut])}
      onClick={({ currentTarget, detail }) => {
        // The menu disappears, so the focus moves: to its button after a key, and after a press to the canvas,
        // because shortcuts work there. A dialog that opens then takes the focus.
        const next =
          detail === 0
            ? currentTarget.closest('[data-panel]')?.querySelector('button')
            : document.querySelector<HTMLElement>('.canvas');
        next?.focus({ preventScroll: true });
        closePanel();
        onPick();
      }}
    >
      {icon}
      <span>
        {name}
        <span class="small soft">{note}</span>
      </span>
      <span class="keys" aria-hidden="true">
        {shortcut &&
          printedKeys(shortcut, isApple(navigator.platform)).map((key) => (
            <span key={key} class="key">
              {key}
            </span>
          ))}
      </span>
    </button>
  );
}
