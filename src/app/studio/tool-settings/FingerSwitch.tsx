import { tools as words } from '../../words/en/studio/tools.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { fingersDraw, penSeen } from './tool-settings.ts';

/** The switch between drawing and panning with fingers. Shown only on devices with a pen. */
export function FingerSwitch() {
  if (!penSeen.value) return null;
  return (
    <ToolButton
      label={words.fingers}
      hint={words.fingersHint}
      icon="finger"
      aria-pressed={fingersDraw.value}
      onClick={() => {
        fingersDraw.value = !fingersDraw.value;
      }}
    />
  );
}
