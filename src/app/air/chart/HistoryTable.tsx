import { METRICS, type Metric } from '../../../core/air/types.ts';
import { METRIC_NAMES } from '../../../core/air/warning.ts';
import { singaporeHour } from '../../words/format.ts';
import { Band } from '../reading/FigureText.tsx';
import { presentationOf, UNITS } from '../readings/metrics.ts';
import type { Series } from './series.ts';

interface HistoryTableProps {
  readonly id: string;
  readonly series: Series;
  readonly regionName: string;
  /** Is it seen? It can be read either way. */
  readonly shown: boolean;
  /** ms since the epoch, the server's clock. */
  readonly now: number;
}

/** Every hour of the chart with its figures, the latest first. */
export function HistoryTable({ id, series, regionName, shown, now }: HistoryTableProps) {
  const rows = series.psi.map(({ at, hour }, index) => ({ at, hour, index })).reverse();
  return (
    <div id={id} class={shown ? 'hours' : 'hours unseen'}>
      <table>
        <caption class="small soft">{regionName} hour by hour, the latest first; in Singapore time</caption>
        <thead>
          <tr class="small soft">
            <th scope="col">Hour</th>
            {METRICS.map((metric) => (
              <th key={metric} scope="col">
                {METRIC_NAMES[metric]}
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
  if (value === null) return <td class="soft small">– not measured</td>;
  const { label, color } = presentationOf(metric, value);
  return (
    <td>
      <div class="hour-figure">
        <b class="numerals">{value}</b> <Band figure={{ band: label, color }} />
      </div>
    </td>
  );
}
