import './air-chip.css';
import { REGION_NAMES } from '../../../core/air/regions.ts';
import { METRICS } from '../../../core/air/types.ts';
import { Icon } from '../../ui/Icon.tsx';
import { duration, singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';
import { SHORT_NAMES } from '../readings/metrics.ts';
import { airNow, figuresOf, useReadings } from '../readings/readings.ts';
import { region } from '../readings/region.ts';

function ChipFigure({ figure, now }: { readonly figure: Figure; readonly now: number }) {
  const { metric, value, status, hour, band, color, age } = figure;
  return (
    <span class={`chip-figure ${status}`}>
      <span class="band-ring" style={{ '--band': color }} />
      <span>
        {SHORT_NAMES[metric]} <b class="numerals">{value ?? '–'}</b>
        <span class="unseen">{band ?? 'no figure'}</span>
      </span>
      {status === 'ok' && hour !== null && <time dateTime={hour}>{singaporeHour(hour, now)}</time>}
      {status === 'stale' && (
        <span class="chip-delay">
          <Icon name="clock" />
          {age > 0 ? `Delayed ${duration(age)}` : 'Delayed'}
          {hour !== null && <span class="unseen">, of {singaporeHour(hour, now)}</span>}
        </span>
      )}
    </span>
  );
}

/**
 * The air beside the canvas: the chosen region, both figures, each with its own hour, and with its age
 * in words when it is not fresh. A link to the whole reading.
 */
export function AirChip() {
  useReadings();
  const figures = figuresOf(region.value);
  const now = airNow.value;
  return (
    <a href="/air" class="air-chip">
      <span class="chip-region">{REGION_NAMES[region.value]}</span>
      {figures
        ? METRICS.map((metric) => <ChipFigure key={metric} figure={figures[metric]} now={now} />)
        : METRICS.map((metric) => (
            <span key={metric} class="chip-figure unavailable">
              <span class="band-ring" />
              <span>{SHORT_NAMES[metric]} –</span>
            </span>
          ))}
    </a>
  );
}
