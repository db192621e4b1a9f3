import './air-chip.css';
import { METRICS } from '../../../core/air/types.ts';
import { isAhead } from '../../../core/air/upstream/freshness.ts';
import { Icon } from '../../ui/Icon.tsx';
import { air as words } from '../../words/en/air/air.ts';
import { singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';
import { bandName } from '../readings/metrics.ts';
import { airNow, figuresOf, useReadings } from '../readings/readings.ts';
import { region } from '../readings/region.ts';

function ChipFigure({ figure, now }: { readonly figure: Figure; readonly now: number }) {
  const { metric, value, status, hour, color, age } = figure;
  return (
    <span class={`chip-figure ${status}`}>
      <span class="band-ring" style={{ '--band': color }} />
      <span>
        {words.shortMetrics[metric]} <b class="numerals">{value ?? '–'}</b>
        <span class="unseen">{bandName(figure) ?? words.chip.noFigure}</span>
      </span>
      {status === 'ok' && hour !== null && <time dateTime={hour}>{singaporeHour(hour, now)}</time>}
      {status === 'stale' && (
        <span class="chip-delay">
          <Icon name="clock" />
          {age > 0
            ? words.chip.delayedBy(age)
            : isAhead(hour, now)
              ? words.chip.doubtful
              : words.chip.delayed}
          {hour !== null && <span class="unseen"> {words.chip.from(singaporeHour(hour, now))}</span>}
        </span>
      )}
    </span>
  );
}

/**
 * The air beside the canvas, as a link to the air's page: the chosen region and both figures, each with its own
 * hour, or with its age when it is delayed.
 */
export function AirChip() {
  useReadings();
  const figures = figuresOf(region.value);
  const now = airNow.value;
  return (
    <a href="/air" class="air-chip">
      <span class="chip-region">{words.regions[region.value]}</span>
      {figures
        ? METRICS.map((metric) => <ChipFigure key={metric} figure={figures[metric]} now={now} />)
        : METRICS.map((metric) => (
            <span key={metric} class="chip-figure unavailable">
              <span class="band-ring" />
              <span>{words.shortMetrics[metric]} –</span>
            </span>
          ))}
    </a>
  );
}
