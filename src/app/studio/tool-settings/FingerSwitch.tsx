import { ToolButton } from '../controls/ToolButton.tsx';
import { fingersDraw, penSeen } from './tool-settings.ts';

/** Do fingers draw, or pan? A question only where there is a pen. */
export function FingerSwitch() {
  if (!penSeen.value) return null;
  return (
    <ToolButton
      label="Draw with finger"
      hint="or pan"
      icon="finger"
      aria-pressed={fingersDraw.value}
      onClick={() => {
        fingersDraw.value = !fingersDraw.value;
      }}
    />
  );
}
