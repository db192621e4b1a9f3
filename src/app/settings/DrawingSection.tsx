import { fingersDraw, penSeen } from '../studio/tool-settings/tool-settings.ts';
import { settings as words } from '../words/en/settings.ts';

/** The switch for drawing with fingers. */
export function DrawingSection() {
  return (
    <>
      <label class="setting-check">
        <input
          type="checkbox"
          role="switch"
          checked={fingersDraw.value}
          aria-checked={fingersDraw.value}
          onChange={({ currentTarget }) => {
            fingersDraw.value = currentTarget.checked;
          }}
        />
        {words.fingers}
      </label>
      <p class="small soft">{penSeen.value ? words.fingersOff : words.fingersLater}</p>
    </>
  );
}
