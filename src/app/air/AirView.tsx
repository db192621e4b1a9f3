import './air.css';
import { useEffect, useState } from 'preact/hooks';
import { METRICS, type Metric, REGIONS, type Region } from '../../core/air/types.ts';
import { now } from '../platform/clock.ts';
import { online } from '../platform/online.ts';
import { isSheltering } from '../sky/plan-now.ts';
import { SkyFigures } from '../sky/SkyFigures.tsx';
import { SkyPlan } from '../sky/SkyPlan.tsx';
import { SunArc } from '../sky/sun/SunArc.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { air as words } from '../words/en/air/air.ts';
import { shell } from '../words/en/shell.ts';
import { HistorySection } from './chart/HistorySection.tsx';
import { RegionMap } from './map/RegionMap.tsx';
import { nextHourWords } from './reading/advice.ts';
import { BandAnnouncer } from './reading/BandAnnouncer.tsx';
import { BigFigure } from './reading/BigFigure.tsx';
import { freshnessWords, nextTryWords } from './reading/freshness-words.ts';
import { freshBand, nowWords } from './reading/now-words.ts';
import { Sources } from './reading/Sources.tsx';
import { Unbroken } from './reading/Unbroken.tsx';
import type { Figure } from './readings/figures.ts';
import {
  airNow,
  figuresOf,
  readings,
  readingsAttempts,
  readingsByHand,
  readingsPending,
  readingsProblem,
  readingsRetryAt,
  refreshReadings,
  useReadings,
} from './readings/readings.ts';
import { chooseRegion, region } from './readings/region.ts';
import { RegionList } from './regions/RegionList.tsx';
import { RegionPicker } from './regions/RegionPicker.tsx';

interface RegionNowProps {
  readonly chosen: Region;
  readonly figures: Readonly<Record<Metric, Figure>>;
}

function RegionNow({ chosen, figures }: RegionNowProps) {
  const now = airNow.value;
  const current = METRICS.some((metric) => figures[metric].status === 'ok');
  // FreshnessNotice already says this, with the hour.
  const allLate = METRICS.every((metric) => figures[metric].status === 'stale');
  const none = METRICS.every((metric) => figures[metric].value === null);
  // Advice by the air never speaks against the sky.
  const isWarned = isSheltering.value && freshBand(figures.pm25) === 'normal';
  return (
    <section class="here" aria-labelledby="here">
      <h2 id="here">{current ? words.here.now(words.regions[chosen]) : words.regions[chosen]}</h2>
      <div class="now-words">
        {!allLate && !none && (
          <p class="now">
            <Unbroken text={nowWords(figures, words.regions[chosen])} />
          </p>
        )}
        <p class="next-hour">
          <Unbroken text={isWarned ? words.warningFirst : nextHourWords(figures.pm25, now)} />
        </p>
      </div>
      <div class="figures">
        <BigFigure figure={figures.psi} regionName={words.regions[chosen]} now={now} />
        <BigFigure figure={figures.pm25} regionName={words.regions[chosen]} now={now} />
      </div>
    </section>
  );
}

/** The notice about delayed or missing figures. Its text is the API's own warning, and when the next try is. */
function FreshnessNotice({ figures }: Pick<RegionNowProps, 'figures'>) {
  const isOnline = online.value;
  const late = freshnessWords(figures, { isOnline, now: airNow.value });
  const lacks = REGIONS.some((id) => METRICS.some((metric) => figuresOf(id)?.[metric].value == null));
  const known = METRICS.some((metric) => figures[metric].value !== null);
  const warning = lacks ? (readings.value?.warning ?? readingsProblem.value) : '';
  const title = late || (warning && words.freshness.notAll);
  if (!title) return null;
  const next = nextTryLine();
  const nothing = !isOnline && !known;
  return (
    <Notice icon={isOnline ? 'clock' : 'offline'} title={title}>
      {nothing
        ? words.freshness.comesLater
        : (warning || next) && (
            <>
              <span dir="auto">{warning}</span> {next}
            </>
          )}
    </Notice>
  );
}

/** That the air could not be updated, where nothing else says it, and when the next try is; `""` if it could. */
function nextTryLine(): string {
  const retryAt = readingsRetryAt.value;
  if (retryAt === undefined) return '';
  const next = nextTryWords(retryAt, { isOnline: online.value, now: now.value });
  const isSaid = !online.value || readings.value === undefined;
  return isSaid ? next : `${words.freshness.notUpdated} ${next}`;
}

/** Tells a screen reader when what a person asked for failed. */
function UpdateAnnouncer() {
  const [news, setNews] = useState('');
  const isPending = readingsPending.value;
  const attempt = readingsAttempts.value;
  useEffect(() => {
    const retryAt = readingsRetryAt.peek();
    const isNews = !isPending && attempt > 0 && readingsByHand.peek() && retryAt !== undefined;
    const conditions = { isOnline: online.peek(), now: Date.now() };
    setNews(isNews ? `${words.freshness.notUpdated} ${nextTryWords(retryAt, conditions)}` : '');
  }, [isPending, attempt]);
  return (
    <p class="unseen" role="status">
      {news}
    </p>
  );
}

/**
 * Outdoors: what matters now and where a person draws; then what is measured now: the air of the chosen region, and the
 * sky at the town; then the last 24 hours, all five regions, the sun, and the sources.
 */
export default function AirView() {
  useReadings();
  const figures = figuresOf(region.value);
  return (
    <Page
      title={shell.air}
      note={<p class="page-note">{words.note}</p>}
      action={
        <Button icon="refresh" disabled={readingsPending.value} onClick={() => void refreshReadings('hand')}>
          {readingsPending.value ? words.updating : words.refresh}
        </Button>
      }
    >
      <SkyPlan onTown={(chosen) => chooseRegion(chosen.region)} />
      <RegionPicker />
      {figures ? <Reading figures={figures} /> : <Waiting />}
      <SunArc />
      {figures && <Sources />}
      <BandAnnouncer region={region.value} />
      <UpdateAnnouncer />
    </Page>
  );
}

/** Placeholder until the first response, as large as the figures, so that nothing moves when they come. */
function Waiting() {
  return (
    <div class="figures waiting" aria-busy="true">
      <div class="figure skeleton" />
      <div class="figure skeleton" />
    </div>
  );
}

function Reading({ figures }: Pick<RegionNowProps, 'figures'>) {
  const chosen = region.value;
  return (
    <div class="air" aria-busy={readingsPending.value}>
      <div class="air-now">
        <FreshnessNotice figures={figures} />
        <RegionNow chosen={chosen} figures={figures} />
        <p>
          <a class="guide-link" href="/air/guide">
            {words.bandsLink}
          </a>
        </p>
      </div>
      <SkyFigures />
      <HistorySection region={chosen} />
      <Everywhere chosen={chosen} />
    </div>
  );
}

/** All regions: one metric on the map, the other in the list. */
function Everywhere({ chosen }: Pick<RegionNowProps, 'chosen'>) {
  const [metric, setMetric] = useState<Metric>('pm25');
  return (
    <section class="everywhere" aria-labelledby="all-regions">
      <h2 id="all-regions" class="quiet-head">
        {words.allRegions}
      </h2>
      <RegionMap chosen={chosen} metric={metric} onMetric={setMetric} />
      <RegionList chosen={chosen} onMap={metric} />
    </section>
  );
}
