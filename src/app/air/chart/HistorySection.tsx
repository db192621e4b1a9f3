import './chart.css';
import { REGION_NAMES } from '../../../core/air/regions.ts';
import type { Region } from '../../../core/air/types.ts';
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
        The last 24 hours in {REGION_NAMES[region]}
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
  const name = REGION_NAMES[region];
  return (
    <p class="soft">
      {known === 0
        ? `No hours of ${name} are known just now.`
        : `Only the newest hour of ${name} is known so far.`}
    </p>
  );
}

/** Before the first answer its place is kept; when none comes, it is said. */
function NoAnswer() {
  const problem = historyProblem.value;
  if (!problem) return <div class="chart-waiting skeleton" aria-busy="true" />;
  return <p class="soft">The hours could not be had. {problem}</p>;
}
