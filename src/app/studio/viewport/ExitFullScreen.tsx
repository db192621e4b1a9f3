import { useLayoutEffect } from 'preact/hooks';
import { studio as words } from '../../words/en/studio/studio.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { leaveFullScreen } from './full-screen.ts';

function focusPaper(): void {
  document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
}

/** The button that ends full screen. */
export function ExitFullScreen() {
  // The focused element may be hidden now.
  useLayoutEffect(focusPaper, []);
  return (
    <div class="exit-full-screen">
      <ToolButton
        label={words.exitFullScreen}
        icon="leaveFullScreen"
        shortcut="F"
        onClick={() => {
          leaveFullScreen();
          focusPaper();
        }}
      />
    </div>
  );
}
