import { METRICS } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { singaporeHour } from '../../words/format.ts';
import { BandLabel } from '../reading/FigureText.tsx';
import { presentationOf, UNITS } from '../readings/metrics.ts';
import type { Series } from './series.ts';

interface ReadoutProps {
  readonly series: Series;
  /** Index of the selected hour, or of the newest. */
  readonly index: number;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

/** Both figures of one hour. Hidden from screen readers, to which the slider says the same. */
export function Readout({ series, index, now }: ReadoutProps) {
  return (
    <div class="readout" aria-hidden="true">
      <p class="readout-hour">{words.at(singaporeHour(series.psi[index]?.hour ?? '', now))}</p>
      {METRICS.map((metric) => {
        const value = series[metric][index]?.value ?? null;
        const { severity, label, color } = presentationOf(metric, value);
        return (
          <p key={metric} class="readout-figure">
            <span class="small soft">{words.shortMetrics[metric]}</span>{' '}
            {value === null ? (
              <span class="missing soft">– {words.chart.notMeasured}</span>
            ) : (
              <>
                <b class="numerals">{value}</b>
                {UNITS[metric] && <span class="small soft"> {UNITS[metric]}</span>}{' '}
                <BandLabel figure={{ severity, band: label, color }} />
              </>
            )}
          </p>
        );
      })}
    </div>
  );
}
