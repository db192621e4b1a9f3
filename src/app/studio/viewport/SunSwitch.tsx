import './sun-switch.css';
import { chooseSun, sunMode } from '../../theme/sun-mode.ts';
import { studio as words } from '../../words/en/studio/studio.ts';
import { StudioIcon } from '../controls/StudioIcon.tsx';

/** The switch of sun mode, in reach of the thumb that holds the device. */
export function SunSwitch() {
  return (
    <button
      type="button"
      class="sun-switch"
      aria-label={words.sunMode}
      aria-pressed={sunMode.value}
      title={words.sunMode}
      onClick={() => chooseSun(!sunMode.value)}
    >
      <StudioIcon name="sun" />
    </button>
  );
}
