import { tools as words } from '../../words/en/studio/tools.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { fingersDraw, penSeen } from './tool-settings.ts';

/** Do fingers draw, or pan? A question only where there is a pen. */
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
