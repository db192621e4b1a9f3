import './keys-sheet.css';
import { isApple, printedKeys } from '../../keys/printed-keys.ts';
import { singleKeys } from '../../keys/single-keys.ts';
import { byTouch } from '../../platform/media-query.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { keys } from '../../words/en/keys.ts';
import { shortcuts as words } from '../../words/en/studio/shortcuts.ts';
import { keysShown } from '../viewport/view-state.ts';
import { GESTURES, type GestureGroup, SHORTCUTS } from './shortcuts.ts';

/**
 * The sheet of all shortcuts, from the same table that handles them, and of all gestures, which come first on a
 * phone.
 */
export function KeysSheet() {
  if (!keysShown.value) return null;
  const close = () => {
    keysShown.value = false;
  };
  const touchOnly = byTouch();
  const [touch, mouse] = GESTURES.map((one) => <Gestures key={one.group} {...one} />);
  return (
    <Dialog title={touchOnly ? words.titleByTouch : words.title} onClose={close}>
      <IconButton icon="close" label={words.close} hint={keys.Escape} onClick={close} />
      <div class="keys-groups">
        {touchOnly && touch}
        <Keys />
        {mouse}
        {!touchOnly && touch}
      </div>
      <label class="single-keys">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={({ currentTarget }) => {
            singleKeys.value = currentTarget.checked;
          }}
        />
        <span>
          {words.singleKeys}
          <span class="small soft">{words.singleKeysNote}</span>
        </span>
      </label>
    </Dialog>
  );
}

function Keys() {
  const apple = isApple(navigator.platform);
  return (
    <>
      {SHORTCUTS.map(({ group, shortcuts }) => (
        <section key={group} aria-label={words.groups[group]}>
          <h3>{words.groups[group]}</h3>
          <dl class="keys-list">
            {shortcuts.map(({ label, keys }) => (
              <div key={keys[0]}>
                <dt>{label()}</dt>
                <dd>
                  <Chords chords={keys.map((chord) => printedKeys(chord, apple))} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function Gestures({ group, gestures }: GestureGroup) {
  return (
    <section aria-label={words.groups[group]}>
      <h3>{words.groups[group]}</h3>
      <dl class="keys-list by-hand">
        {gestures.map(({ by, does }, i) => (
          <div key={i}>
            <dt>{does()}</dt>
            <dd class="small">
              {by().map((way) => (
                <span key={way}>{way}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ChordsProps {
  readonly chords: readonly (readonly string[])[];
}

/** Alternative chords. Common modifiers are printed once: Shift, then the four arrow keys. */
function Chords({ chords }: ChordsProps) {
  const held = chords[0]?.slice(0, -1) ?? [];
  const shared = chords.length > 2 && chords.every((keys) => keys.slice(0, -1).join() === held.join());
  const parts = shared ? [...held.map((key) => [key]), ...chords.map((keys) => keys.slice(-1))] : chords;
  return (
    <>
      {parts.map((keys, i) => (
        <span key={keys.join()} class="chord">
          {i > 0 && !shared && <span class="unseen">{words.or} </span>}
          {keys.map((key) => (
            <kbd key={key} class="key">
              {key}
            </kbd>
          ))}
        </span>
      ))}
    </>
  );
}
