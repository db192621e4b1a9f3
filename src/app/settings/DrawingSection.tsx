import { fingersDraw, penSeen } from '../studio/tool-settings/tool-settings.ts';

/** What fingers do on the paper. */
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
        Draw with finger
      </label>
      <p class="small soft">
        {penSeen.value
          ? 'When off, fingers pan and zoom, and only the stylus draws.'
          : 'Turns off when you first use a stylus: fingers then pan, and a resting hand draws nothing.'}
      </p>
    </>
  );
}
