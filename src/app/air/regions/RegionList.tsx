import { METRICS, type Metric, REGIONS, type Region } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { BandLabel, briefMissingWords, HourLabel } from '../reading/FigureText.tsx';
import type { Figure } from '../readings/figures.ts';
import { UNITS } from '../readings/metrics.ts';
import { airNow, figuresOf } from '../readings/readings.ts';

interface CellProps {
  readonly figure: Figure;
  /** True if the eyes have it from the map. */
  readonly isOnMap: boolean;
}

function Cell({ figure, isOnMap }: CellProps) {
  const now = airNow.value;
  return (
    <div class={`cell ${figure.status}${isOnMap ? ' unseen' : ''}`}>
      <p class="cell-line">
        <span class="cell-name small soft" title={words.metrics[figure.metric]}>
          {words.shortMetrics[figure.metric]}
        </span>{' '}
        <span class="cell-value numerals">{figure.value ?? '–'}</span>
        {figure.value !== null && UNITS[figure.metric] && (
          <span class="small soft"> {UNITS[figure.metric]}</span>
        )}
      </p>
      {figure.value === null ? (
        <p class="small soft">{briefMissingWords(figure, now)}</p>
      ) : (
        <p class="cell-words small">
          <BandLabel figure={figure} /> <HourLabel freshness={figure} now={now} />
        </p>
      )}
    </div>
  );
}

interface RegionListProps {
  readonly chosen: Region;
  /** What the map above shows: the list repeats it for screen readers alone, which have no map. */
  readonly onMap: Metric;
}

/** The five regions, each figure with its unit, band and hour. */
export function RegionList({ chosen, onMap }: RegionListProps) {
  return (
    <ul class="regions" aria-label={words.regionsList}>
      {REGIONS.map((id) => {
        const figures = figuresOf(id);
        return (
          <li key={id} class="region" aria-current={id === chosen ? 'true' : undefined}>
            <h3 class="region-name">
              {words.regions[id]}
              {id === chosen && <span class="region-chosen small soft"> {words.chosen}</span>}
            </h3>
            {figures &&
              METRICS.map((metric) => (
                <Cell key={metric} figure={figures[metric]} isOnMap={metric === onMap} />
              ))}
          </li>
        );
      })}
    </ul>
  );
}
