import { useId } from 'preact/hooks';
import type { Ink } from '../../../ink/index.ts';
import { tools as words } from '../../words/en/studio/tools.ts';
import { openPanel, togglePanel } from '../controls/panels.ts';
import { ToolButton } from '../controls/ToolButton.tsx';
import { QUARTER, SCALE_STEP, TURN_STEP } from './selection-keys.ts';

/** Turns, mirrors and scales: in the bar of a wide window, else in a panel behind a button. */
export function TurnTools({ ink }: { readonly ink: () => Ink | undefined }) {
  const id = useId();
  const open = openPanel.value === 'turn';
  const selection = () => ink()?.selection;
  return (
    <div class="turn-group" data-panel="turn">
      <ToolButton
        label={words.turn}
        icon="turnRight"
        class="tool-button turn-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => togglePanel('turn')}
      />
      <div id={id} class={open ? 'turn-tools open' : 'turn-tools'}>
        <ToolButton
          label={words.turnLeft(TURN_STEP)}
          icon="turnLeft"
          shortcut="Shift+R"
          onClick={() => selection()?.turn(-TURN_STEP)}
        >
          <Angle of={TURN_STEP} />
        </ToolButton>
        <ToolButton
          label={words.turnRight(TURN_STEP)}
          icon="turnRight"
          shortcut="R"
          onClick={() => selection()?.turn(TURN_STEP)}
        >
          <Angle of={TURN_STEP} />
        </ToolButton>
        <ToolButton
          label={words.turnLeft(QUARTER)}
          icon="turnLeft"
          shortcut="Shift+T"
          onClick={() => selection()?.turn(-QUARTER)}
        >
          <Angle of={QUARTER} />
        </ToolButton>
        <ToolButton
          label={words.turnRight(QUARTER)}
          icon="turnRight"
          shortcut="T"
          onClick={() => selection()?.turn(QUARTER)}
        >
          <Angle of={QUARTER} />
        </ToolButton>
        <ToolButton
          label={words.mirrorHorizontally}
          icon="mirrorHorizontally"
          shortcut="Shift+H"
          onClick={() => selection()?.mirror('horizontal')}
        />
        <ToolButton
          label={words.mirrorVertically}
          icon="mirrorVertically"
          shortcut="Shift+V"
          onClick={() => selection()?.mirror('vertical')}
        />
        <ToolButton
          label={words.smaller}
          icon="smaller"
          shortcut="<"
          onClick={() => selection()?.scale(1 / SCALE_STEP)}
        />
        <ToolButton
          label={words.larger}
          icon="larger"
          shortcut=">"
          onClick={() => selection()?.scale(SCALE_STEP)}
        />
      </div>
    </div>
  );
}

function Angle({ of }: { readonly of: number }) {
  return (
    <span class="turn-angle numerals" aria-hidden="true">
      {words.degrees(of)}
    </span>
  );
}
