import { useSignal } from '@preact/signals';
import { lazyView } from '../../lazy.tsx';
import { Button } from '../../ui/Button.tsx';
import { feel as words } from '../../words/en/studio/feel.ts';
import { percent } from '../../words/format.ts';
import { SliderRow } from '../marks/SliderRow.tsx';
import { steady, tapers } from '../tool-settings/tool-settings.ts';

const PressureDialog = lazyView<{ onClose: () => void }>(() => import('./PressureDialog.tsx'), false);

/** Steps of the slider: the whole. */
const STEPS = 20;

/** How lines of the brush in hand follow the hand, and the way to the pressure of the pen. */
export function FeelRows() {
  const isPressureShown = useSignal(false);
  return (
    <>
      <SliderRow
        label={words.steady}
        least={0}
        most={STEPS}
        value={Math.round(steady.value * STEPS)}
        words={steady.value === 0 ? words.off : percent(steady.value)}
        onSlide={(steps) => {
          steady.value = steps / STEPS;
        }}
      >
        <output class="slider-value numerals" aria-hidden="true">
          {steady.value === 0 ? words.off : percent(steady.value)}
        </output>
      </SliderRow>
      <label class="feel-taper">
        <input
          type="checkbox"
          role="switch"
          checked={tapers.value}
          aria-checked={tapers.value}
          onChange={({ currentTarget }) => {
            tapers.value = currentTarget.checked;
          }}
        />
        <span>
          {words.tapers}
          <span class="small soft">{words.tapersNote}</span>
        </span>
      </label>
      <Button
        tone="quiet"
        aria-haspopup="dialog"
        onClick={() => {
          isPressureShown.value = true;
        }}
      >
        {words.pressureButton}
      </Button>
      {isPressureShown.value && (
        <PressureDialog
          onClose={() => {
            isPressureShown.value = false;
          }}
        />
      )}
    </>
  );
}
