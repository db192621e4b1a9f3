import { air as words } from '../../words/en/air/air.ts';
import type { Figure } from '../readings/figures.ts';
import { UNITS } from '../readings/metrics.ts';
import { BandLabel, HourLabel, missingWords } from './FigureText.tsx';

interface BigFigureProps {
  readonly figure: Figure;
  readonly regionName: string;
  readonly now: number;
}

/** One figure in large type: solid when current, outlined when delayed, a dash when missing. */
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
            <BandLabel figure={figure} />
          </p>
          <p class="figure-hour">
            <HourLabel freshness={figure} now={now} />
          </p>
        </>
      )}
    </div>
  );
}
