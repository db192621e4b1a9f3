import './chart.css';
import type { Region } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { type History, history, historyProblem, useHistory } from '../readings/history.ts';
import { Chart } from './Chart.tsx';
import { knownHours, seriesOf } from './series.ts';

/** The last 24 hours of a region. */
export function HistorySection({ region }: { readonly region: Region }) {
  useHistory();
  const response = history.value;
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history" class="quiet-head">
        {words.chart.title(words.regions[region])}
      </h2>
      {response ? <Hours response={response} region={region} /> : <NoHistory />}
    </section>
  );
}

/**
 * The chart, or a sentence for fewer than two known hours: the server may not have loaded the others yet, so
 * they are no gaps.
 */
function Hours({ response, region }: { readonly response: History; readonly region: Region }) {
  const series = seriesOf(response, region);
  const known = series ? knownHours(series) : 0;
  if (series && known > 1) return <Chart series={series} region={region} />;
  const name = words.regions[region];
  return <p class="soft">{known === 0 ? words.chart.noHours(name) : words.chart.oneHour(name)}</p>;
}

/** A placeholder until the first response; a sentence when none came. */
function NoHistory() {
  const problem = historyProblem.value;
  if (!problem) return <div class="chart-waiting skeleton" aria-busy="true" />;
  return (
    <p class="soft">
      {words.chart.failed} {problem}
    </p>
  );
}
