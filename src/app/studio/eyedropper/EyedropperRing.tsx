import { tools as words } from '../../words/en/studio/tools.ts';
import { colorName } from '../tool-settings/palettes.ts';
import { color } from '../tool-settings/tool-settings.ts';
import { looked, taken } from './eyedropper.ts';

/** Nearer to the top, the ring is under the pointer, CSS px: it would be cut off above it. */
const TOP = 150;

/** A ring above the pointer that looks for a colour: the colour there, and below it the one in hand. */
export function EyedropperRing() {
  const now = looked.value;
  return (
    <>
      {now && (
        <div
          class={now.y < TOP ? 'eyedropper below' : 'eyedropper'}
          style={{ left: `${now.x}px`, top: `${now.y}px`, '--seen': now.color, '--held': color.value }}
          aria-hidden="true"
        >
          <span class="eyedropper-ring" />
          <span class="eyedropper-name numerals">{now.color}</span>
        </div>
      )}
      <p class="unseen" role="status">
        {taken.value && words.taken(colorName(taken.value))}
      </p>
    </>
  );
}
