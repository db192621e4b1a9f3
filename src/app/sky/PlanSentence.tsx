import './sky.css';
import { Unbroken } from '../air/reading/Unbroken.tsx';
import { online } from '../platform/online.ts';
import { Icon } from '../ui/Icon.tsx';
import { sky as words } from '../words/en/air/sky.ts';
import type { PlanNow } from './plan-now.ts';

/** The sentence about now and the next two hours, in the colour of its urgency, and masks one tap from the advice. */
export function PlanSentence({ words: sentence, tone, masks }: PlanNow) {
  return (
    <>
      {(tone === 'danger' || tone === 'unknown') && (
        <Icon name={tone === 'danger' ? 'warning' : online.value ? 'clock' : 'offline'} />
      )}
      <p role="status">
        <Unbroken text={sentence} />
      </p>
      {masks && (
        <a class="plan-masks" href="/supplies">
          {words.masks}
        </a>
      )}
    </>
  );
}
