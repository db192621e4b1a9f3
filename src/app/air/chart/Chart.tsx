import { useState } from 'preact/hooks';
import { METRICS, type Metric, type Region } from '../../../core/air/types.ts';
import { Button } from '../../ui/Button.tsx';
import { air as words } from '../../words/en/air/air.ts';
import { HourLabel } from '../reading/FigureText.tsx';
import { historyFreshness } from '../readings/history.ts';
import { BANDS } from '../readings/metrics.ts';
import { airNow } from '../readings/readings.ts';
import { nearestHour, ticksOf, xOf } from './geometry.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { axisWords, hourSentence } from './hour-words.ts';
import { MetricPlot } from './MetricPlot.tsx';
import { PastLinks } from './PastLinks.tsx';
import { Readout } from './Readout.tsx';
import { isMeasured, newestIndex, type Series } from './series.ts';

const TABLE = 'hours-table';

interface ChartProps {
  readonly series: Series;
  readonly region: Region;
}

/**
 * Both metrics, one plot above the other, over the same hours and each with its own scale. One slider covers
 * both plots: the Tab key stops there once, a finger drags it, and a mouse selects an hour by hovering.
 */
export function Chart({ series, region }: ChartProps) {
  const [pointed, setPointed] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const now = airNow.value;
  const regionName = words.regions[region];
  const count = series.psi.length;
  const index = Math.min(pointed ?? newestIndex(series), count - 1);
  const window = { from: series.psi[0]?.at ?? 0, to: series.psi.at(-1)?.at ?? 0 };
  return (
    <>
      <Readout series={series} index={index} now={now} />
      <div class="chart">
        {METRICS.map((metric) => (
          <MetricPlot
            key={metric}
            metric={metric}
            points={series[metric]}
            bands={BANDS[metric]}
            index={index}
            note={<Note metric={metric} series={series} regionName={regionName} now={now} />}
          />
        ))}
        <div class="chart-axis small soft numerals" aria-hidden="true">
          {ticksOf(window).map(({ at, x }) => (
            <span key={at} style={{ left: `${x}%` }}>
              {axisWords(at)}
            </span>
          ))}
        </div>
        <div class="chart-over">
          {pointed !== undefined && (
            <span class="chart-cursor" style={{ left: `${xOf(series.psi[index]?.at ?? 0, window)}%` }} />
          )}
          <input
            class="chart-hour laid-over"
            type="range"
            min={0}
            max={count - 1}
            value={index}
            aria-label={words.chart.slider(regionName)}
            aria-valuetext={hourSentence(series, index, now)}
            onInput={({ currentTarget }) => setPointed(Number(currentTarget.value))}
            onPointerMove={({ clientX, currentTarget }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              if (width > 0) setPointed(nearestHour((clientX - left) / width, count));
            }}
            onPointerLeave={({ currentTarget, pointerType }) => {
              if (pointerType === 'mouse' && document.activeElement !== currentTarget) setPointed(undefined);
            }}
            onBlur={() => setPointed(undefined)}
          />
        </div>
      </div>
      <p class="small soft">{words.chart.legend}</p>
      <p>
        <Button aria-expanded={asTable} aria-controls={TABLE} onClick={() => setAsTable(!asTable)}>
          {asTable ? words.chart.hideTable : words.chart.showTable}
        </Button>
      </p>
      <PastLinks region={region} now={now} />
      <HistoryTable id={TABLE} series={series} regionName={regionName} shown={asTable} now={now} />
    </>
  );
}

interface NoteProps {
  readonly metric: Metric;
  readonly series: Series;
  readonly regionName: string;
  readonly now: number;
}

/** Says that a metric's hours are delayed, or that there are none. */
function Note({ metric, series, regionName, now }: NoteProps) {
  const freshness = historyFreshness.value?.[metric];
  if (!isMeasured(series[metric])) {
    return <span class="soft">{words.chart.noMetric(metric, regionName)}</span>;
  }
  return freshness?.status === 'stale' ? <HourLabel freshness={freshness} now={now} /> : null;
}
