import { air as words } from '../../words/en/air.ts';
import type { Figure } from '../readings/figures.ts';
import { UNITS } from '../readings/metrics.ts';
import { Band, Hour, missingWords } from './FigureText.tsx';

interface BigFigureProps {
  readonly figure: Figure;
  readonly regionName: string;
  readonly now: number;
}

/** One figure, large: solid when current, in outline when delayed, a dash when there is none. */
export function BigFigure({ figure, regionName, now }: BigFigureProps) {
  const { value, status, metric } = figure;
  return (
    <div class={`figure ${status}`}>
      <h3 class="figure-name">{words.metrics[metric]}</h3>
      {value === null ? (
        <>
          <p class="figure-value numerals" aria-hidden="true">
            –
          </p>
          <p class="soft">{missingWords(figure, regionName, now)}</p>
        </>
      ) : (
        <>
          <p class="figure-value numerals">
            {value}
            {UNITS[metric] && <span class="figure-unit"> {UNITS[metric]}</span>}
          </p>
          <p class="figure-band">
            <Band figure={figure} />
          </p>
          <p class="figure-hour">
            <Hour trust={figure} now={now} />
          </p>
        </>
      )}
    </div>
  );
}
