import type { ComponentChildren } from 'preact';
import type { Band } from '../../../core/air/bands.ts';
import type { Metric } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { bandName, UNITS } from '../readings/metrics.ts';
import { gapsOf, pathOf, runsOf, scaleOf, stripsOf } from './geometry.ts';
import { type HourPoint, isMeasured } from './series.ts';

interface MetricPlotProps {
  readonly metric: Metric;
  readonly points: readonly HourPoint[];
  readonly bands: readonly Band<string>[];
  /** Index of the selected hour. */
  readonly index: number;
  /** Shown beside the name: delayed or missing. */
  readonly note: ComponentChildren;
}

/**
 * One metric over the hours. Without any known hour there is no plot: an empty one would look like clean air.
 */
export function MetricPlot({ metric, points, bands, index, note }: MetricPlotProps) {
  const measured = isMeasured(points);
  return (
    <div class={measured ? 'plot' : 'plot missing'} data-metric={metric}>
      <p class="plot-head small">
        <span class="plot-name">
          {words.metrics[metric]}
          {UNITS[metric] && <span class="soft">, {UNITS[metric]}</span>}
        </span>{' '}
        {note}
      </p>
      {measured && <Plot points={points} bands={bands} index={index} />}
    </div>
  );
}

/**
 * The line of the values over the strips of the bands, and beside it the width of the names. Hidden from screen
 * readers, which have the table.
 */
function Plot({ points, bands, index }: Pick<MetricPlotProps, 'points' | 'bands' | 'index'>) {
  const scale = scaleOf(points, bands);
  const strips = stripsOf(bands, scale).map((strip) => ({
    ...strip,
    name: bandName({ severity: strip.id, band: strip.label }),
  }));
  const runs = runsOf(points, scale);
  const pointed = runs.flat().find((plotted) => plotted.index === index);
  return (
    <>
      <div class="plot-area" aria-hidden="true">
        {strips.map(({ id, name, color, over, y, height, named }) => (
          <div key={id} class="strip" style={{ top: `${y}%`, height: `${height}%`, '--band': color }}>
            {over > 0 && named && <span class="strip-from small soft numerals">{over}</span>}
            <span class="strip-mark" />
            {named && <span class="strip-name small">{name}</span>}
          </div>
        ))}
        <svg
          class="plot-lines"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {gapsOf(points, scale).map(({ x, width }) => (
            <rect key={x} class="plot-gap" x={x} y={0} width={width} height={100} />
          ))}
          {runs.map((run) => (
            <path key={run[0]?.index} class={run.length === 1 ? 'plot-dot' : 'plot-line'} d={pathOf(run)} />
          ))}
          {pointed && <path class="plot-dot pointed" d={pathOf([pointed])} />}
        </svg>
      </div>
      <div class="plot-names small" aria-hidden="true">
        {strips.map(({ id, name, named }) => named && <span key={id}>{name}</span>)}
      </div>
    </>
  );
}
