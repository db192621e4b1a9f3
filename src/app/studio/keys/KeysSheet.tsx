import './keys-sheet.css';
import { isApple, printedKeys } from '../../keys/chords.ts';
import { singleKeys } from '../../keys/single-keys.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { keysShown } from '../viewport/view-state.ts';
import { GESTURES, type Gesture, SHORTCUTS } from './shortcuts.ts';

/** Who has no mouse has mostly no keyboard either. */
const BY_TOUCH = '(hover: none) and (pointer: coarse)';

/** Every key of the studio, from the table that the keys themselves go by, and what hands do; that first on a phone. */
export function KeysSheet() {
  if (!keysShown.value) return null;
  const close = () => {
    keysShown.value = false;
  };
  const byTouch = matchMedia(BY_TOUCH).matches;
  const [touch, mouse] = GESTURES.map(({ title, gestures }) => (
    <Gestures key={title} title={title} gestures={gestures} />
  ));
  return (
    <Dialog title={byTouch ? 'Gestures and keys' : 'Keys'} onClose={close}>
      <IconButton icon="close" label="Close" hint="Esc" onClick={close} />
      <div class="keys-groups">
        {byTouch && touch}
        <Keys />
        {mouse}
        {!byTouch && touch}
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
          Single keys do something
          <span class="small soft">Off, only those with Ctrl and those that have names do.</span>
        </span>
      </label>
    </Dialog>
  );
}

function Keys() {
  const apple = isApple(navigator.platform);
  return (
    <>
      {SHORTCUTS.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl class="keys-list">
            {shortcuts.map(({ label, keys }) => (
              <div key={label}>
                <dt>{label}</dt>
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

function Gestures({ title, gestures }: { readonly title: string; readonly gestures: readonly Gesture[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl class="keys-list by-hand">
        {gestures.map(({ by, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd class="small">
              {by.map((way) => (
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

/** Any of these. What all of several have before their last key is printed once: Shift, then the four arrows. */
function Chords({ chords }: ChordsProps) {
  const held = chords[0]?.slice(0, -1) ?? [];
  const shared = chords.length > 2 && chords.every((keys) => keys.slice(0, -1).join() === held.join());
  const parts = shared ? [...held.map((key) => [key]), ...chords.map((keys) => keys.slice(-1))] : chords;
  return (
    <>
      {parts.map((keys, i) => (
        <span key={keys.join()} class="chord">
          {i > 0 && !shared && <span class="unseen">or </span>}
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
