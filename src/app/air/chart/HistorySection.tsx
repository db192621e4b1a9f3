import './chart.css';
import type { Region } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air.ts';
import { type History, history, historyProblem, useHistory } from '../readings/history.ts';
import { Chart } from './Chart.tsx';
import { knownHours, seriesOf } from './series.ts';

/** The last 24 hours of a region. */
export function HistorySection({ region }: { readonly region: Region }) {
  useHistory();
  const answer = history.value;
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history" class="quiet-head">
        {words.chart.title(words.regions[region])}
      </h2>
      {answer ? <Hours answer={answer} region={region} /> : <NoAnswer />}
    </section>
  );
}

/** One hour alone is no chart: the others are not gaps, they were not heard of yet. */
function Hours({ answer, region }: { readonly answer: History; readonly region: Region }) {
  const series = seriesOf(answer, region);
  const known = series ? knownHours(series) : 0;
  if (series && known > 1) return <Chart series={series} region={region} />;
  const name = words.regions[region];
  return <p class="soft">{known === 0 ? words.chart.noHours(name) : words.chart.oneHour(name)}</p>;
}

/** Before the first answer its place is kept; when none comes, it is said. */
function NoAnswer() {
  const problem = historyProblem.value;
  if (!problem) return <div class="chart-waiting skeleton" aria-busy="true" />;
  return (
    <p class="soft">
      {words.chart.failed} {problem}
    </p>
  );
}
