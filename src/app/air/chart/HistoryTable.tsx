import { METRICS, type Metric } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { singaporeHour } from '../../words/format.ts';
import { BandLabel } from '../reading/FigureText.tsx';
import { presentationOf, UNITS } from '../readings/metrics.ts';
import type { Series } from './series.ts';

interface HistoryTableProps {
  readonly id: string;
  readonly series: Series;
  readonly regionName: string;
  /** False to hide the table from sight; screen readers read it either way. */
  readonly shown: boolean;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

/** All hours of the chart with their figures, latest first. */
export function HistoryTable({ id, series, regionName, shown, now }: HistoryTableProps) {
  const rows = series.psi.map(({ at, hour }, index) => ({ at, hour, index })).reverse();
  return (
    <div id={id} class={shown ? 'hours' : 'hours unseen'}>
      <table>
        <caption class="small soft">{words.chart.table(regionName)}</caption>
        <thead>
          <tr class="small soft">
            <th scope="col">{words.chart.hourColumn}</th>
            {METRICS.map((metric) => (
              <th key={metric} scope="col">
                {words.metrics[metric]}
                {UNITS[metric] && `, ${UNITS[metric]}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, hour, index }) => (
            <tr key={at}>
              <th scope="row">
                <time dateTime={hour}>{singaporeHour(hour, now)}</time>
              </th>
              {METRICS.map((metric) => (
                <Cell key={metric} metric={metric} value={series[metric][index]?.value ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ metric, value }: { readonly metric: Metric; readonly value: number | null }) {
  if (value === null) return <td class="soft small">– {words.chart.notMeasured}</td>;
  const { severity, label, color } = presentationOf(metric, value);
  return (
    <td>
      <div class="hour-figure">
        <b class="numerals">{value}</b> <BandLabel figure={{ severity, band: label, color }} />
      </div>
    </td>
  );
}
