import { tools as words } from '../../words/en/studio/tools.ts';
import { colorName } from '../tool-settings/palettes.ts';
import { color } from '../tool-settings/tool-settings.ts';
import { looked, taken } from './eyedropper.ts';

/** Nearer to the top, the ring is under the pointer, CSS px: it would be cut off above it. */
const TOP = 150;

/** A mark where a pointer looks for a colour, and above it a ring: the colour there, and below it the one in hand. */
export function EyedropperRing() {
  const now = looked.value;
  const place = now && { left: `${now.x}px`, top: `${now.y}px` };
  return (
    <>
      {now && <span class="eyedropper-point" style={place} aria-hidden="true" />}
      {now && (
        <div
          class={now.y < TOP ? 'eyedropper below' : 'eyedropper'}
          style={{ ...place, '--seen': now.color ?? 'var(--drawing-paper)', '--held': color.value }}
          aria-hidden="true"
        >
          <span class="eyedropper-ring" />
          <bdi class="eyedropper-name numerals">{now.color ?? words.noColor}</bdi>
        </div>
      )}
      <p class="unseen" role="status">
        {taken.value && words.taken(colorName(taken.value))}
      </p>
    </>
  );
}
