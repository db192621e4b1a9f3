import './map.css';
import { FALLBACK_CENTRES } from '../../../core/air/regions.ts';
import { METRICS, type Metric, REGIONS, type Region } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { HourLabel } from '../reading/FigureText.tsx';
import type { Figure } from '../readings/figures.ts';
import { BANDS, bandName, UNITS } from '../readings/metrics.ts';
import { airNow, figuresOf, readings } from '../readings/readings.ts';
import { chooseRegion } from '../readings/region.ts';
import { Picker } from '../regions/Picker.tsx';
import { landBeyond, mapPoint, NAME_SIDE } from './map-point.ts';
import { OUTLINE } from './outline.ts';

/** Longest name, in characters, that has room beside its mark. */
const BESIDE_MAX = 8;

interface RegionMapProps {
  readonly chosen: Region;
  /** What the marks show. */
  readonly metric: Metric;
  readonly onMetric: (metric: Metric) => void;
}

/**
 * Map of the five regions, whose marks a finger or a mouse can press. Hidden from screen readers and the
 * keyboard, which have the list below and the picker above.
 */
export function RegionMap({ chosen, metric, onMetric }: RegionMapProps) {
  const figures = REGIONS.flatMap((id) => {
    const figure = figuresOf(id)?.[metric];
    return figure ? [{ id, figure }] : [];
  });
  const isLong = REGIONS.some((id) => words.regions[id].length > BESIDE_MAX);
  const { path, width, height } = OUTLINE;
  return (
    <figure class="map-figure">
      <Picker
        legend={words.map.legend}
        name="map-metric"
        options={METRICS}
        words={words.metrics}
        chosen={metric}
        onPick={onMetric}
      />
      <div class={isLong ? 'map long' : 'map'} aria-hidden="true">
        <svg class="map-outline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
          <path d={path} />
        </svg>
        {figures.map(({ id, figure }) => (
          <Mark key={id} id={id} figure={figure} chosen={id === chosen} />
        ))}
      </div>
      <Key metric={metric} figures={figures.map(({ figure }) => figure)} />
      <figcaption class="small soft">{words.map.caption}</figcaption>
    </figure>
  );
}

interface MarkProps {
  readonly id: Region;
  readonly figure: Figure;
  readonly chosen: boolean;
}

function Mark({ id, figure, chosen }: MarkProps) {
  const centre = readings.value?.regions.find((region) => region.id === id) ?? FALLBACK_CENTRES[id];
  const point = mapPoint(centre);
  const side = NAME_SIDE[id];
  const shore = side === 'beside' ? 0 : landBeyond(point, side);
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`mark ${side} ${figure.status}${chosen ? ' chosen' : ''}`}
      data-region={id}
      style={{ left: `${point.x}%`, top: `${point.y}%`, '--band': figure.color, '--shore': `${shore}cqw` }}
      // The mark is hidden from screen readers, so it must not take the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => chooseRegion(id)}
    >
      <span class="mark-ring">
        <span class="mark-value numerals">{figure.value ?? '–'}</span>
        <Pips figure={figure} />
      </span>
      <span class="mark-name">{words.regions[id]}</span>
    </button>
  );
}

/**
 * The rank of a band as dots: a full one for this band and for each lower one, an empty one for each higher
 * one.
 */
function Pips({ figure }: { readonly figure: Pick<Figure, 'metric' | 'severity'> }) {
  const bands = BANDS[figure.metric];
  const rank = bands.findIndex(({ id }) => id === figure.severity);
  if (rank < 0) return null;
  return (
    <span class="pips">
      {bands.map(({ id }, i) => (
        <i key={id} class={i <= rank ? 'pip full' : 'pip'} />
      ))}
    </span>
  );
}

interface KeyProps {
  readonly metric: Metric;
  readonly figures: readonly Figure[];
}

/** The map's key: the bands shown on the map, the hour of delayed figures, and the meaning of a dash. */
function Key({ metric, figures }: KeyProps) {
  const bands = BANDS[metric].filter(({ id }) => figures.some(({ severity }) => severity === id));
  const stale = figures.find(({ status }) => status === 'stale');
  const missing = figures.some(({ status }) => status === 'unavailable');
  return (
    <div class="map-key small" aria-hidden="true">
      {stale && <HourLabel freshness={stale} now={airNow.value} />}
      <p class="map-bands">
        {bands.map(({ id, label, color }) => (
          <span key={id} class="map-band" style={{ '--band': color }}>
            <Pips figure={{ metric, severity: id }} /> {bandName({ severity: id, band: label })}
          </span>
        ))}
        {missing && <span class="soft">{words.map.missing(words.shortMetrics[metric])}</span>}
        {bands.length > 0 && UNITS[metric] && <span class="soft">{words.map.unit(UNITS[metric])}</span>}
      </p>
    </div>
  );
}
