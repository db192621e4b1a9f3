import './keys-sheet.css';
import { IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { isApple, printedKeys } from './chords.ts';
import { canFullScreen } from './full-screen.ts';
import { GESTURES, SHORTCUTS } from './shortcuts.ts';
import { keysShown } from './view-state.ts';

/** Every key of the studio, from the table that the keys themselves go by. */
export function KeysSheet() {
  if (!keysShown.value) return null;
  const close = () => {
    keysShown.value = false;
  };
  const apple = isApple(navigator.platform);
  return (
    <Dialog title="Keys" onClose={close}>
      <IconButton icon="close" label="Close" hint="Esc" onClick={close} />
      <div class="keys-groups">
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl class="keys-list">
              {shortcuts
                .filter(({ keys }) => canFullScreen || !keys.includes('F'))
                .map(({ label, keys }) => (
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
        <section aria-label="By hand">
          <h3>By hand</h3>
          <dl class="keys-list by-hand">
            {GESTURES.map(({ by, does }) => (
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
      </div>
    </Dialog>
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
