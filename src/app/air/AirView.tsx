import './air.css';
import { REGION_NAMES } from '../../core/air/regions.ts';
import { METRICS, type Metric, type Region } from '../../core/air/types.ts';
import type { Readings } from '../client/client.ts';
import { online } from '../online.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { nextHourWords } from './advice.ts';
import { BandNews } from './BandNews.tsx';
import { BigFigure } from './BigFigure.tsx';
import { HistorySection } from './chart/HistorySection.tsx';
import type { Figure } from './figures.ts';
import { RegionMap } from './map/RegionMap.tsx';
import { nowWords } from './now-words.ts';
import { RegionList } from './RegionList.tsx';
import { RegionPicker } from './RegionPicker.tsx';
import {
  airNow,
  canRefresh,
  figuresOf,
  readings,
  readingsPending,
  readingsProblem,
  refreshReadings,
  useReadings,
} from './readings.ts';
import { region } from './region.ts';
import { Sources } from './Sources.tsx';
import { Unbroken } from './Unbroken.tsx';

interface HereProps {
  readonly chosen: Region;
  readonly figures: Readonly<Record<Metric, Figure>>;
}

function Here({ chosen, figures }: HereProps) {
  const now = airNow.value;
  const current = METRICS.some((metric) => figures[metric].status === 'ok');
  return (
    <section class="here" aria-labelledby="here">
      <h2 id="here">{current ? `${REGION_NAMES[chosen]} now` : REGION_NAMES[chosen]}</h2>
      <div class="now-words">
        <p>
          <Unbroken text={nowWords(figures, REGION_NAMES[chosen])} />
        </p>
        <p class="next-hour">
          <Unbroken text={nextHourWords(figures.pm25, now)} />
        </p>
      </div>
      <div class="figures">
        <BigFigure figure={figures.psi} regionName={REGION_NAMES[chosen]} now={now} />
        <BigFigure figure={figures.pm25} regionName={REGION_NAMES[chosen]} now={now} />
      </div>
    </section>
  );
}

function isKnown(answer: Readings | undefined): boolean {
  return answer?.regions.some(({ psi, pm25 }) => psi !== null || pm25 !== null) ?? false;
}

function troubleTitle(known: boolean): string {
  if (!online.value) {
    return known
      ? 'Offline: these are the last figures known.'
      : 'Offline: no figures are kept on this device yet.';
  }
  return known ? 'Not every figure is current.' : 'There are no figures just now.';
}

/** What is wrong with the figures, in the API's own sentence; offline is said before it. */
function Trouble() {
  const warning = readings.value?.warning;
  const problem = readingsProblem.value;
  if (!warning && !problem) return null;
  const known = isKnown(readings.value);
  return (
    <Notice icon={online.value ? 'clock' : 'offline'} title={troubleTitle(known)}>
      {online.value || known ? (warning ?? problem) : 'They come with the next connection, and stay here.'}
    </Notice>
  );
}

/** The air: the chosen region first and its last day, then all five, then where the figures come from. */
export default function AirView() {
  useReadings();
  const figures = figuresOf(region.value);
  return (
    <Page
      title="Air"
      note={<p class="page-note">24-hour PSI and 1-hour PM2.5 in Singapore</p>}
      action={
        <Button
          icon="refresh"
          disabled={!canRefresh.value}
          onClick={() => void refreshReadings({ byHand: true })}
        >
          Refresh
        </Button>
      }
    >
      <RegionPicker />
      {figures ? <Reading figures={figures} /> : <Waiting />}
      <BandNews region={region.value} />
    </Page>
  );
}

/** Before the first answer: the place of the figures, and nothing yet that they would push away. */
function Waiting() {
  return (
    <div class="figures waiting" aria-busy="true">
      <div class="figure skeleton" />
      <div class="figure skeleton" />
    </div>
  );
}

function Reading({ figures }: Pick<HereProps, 'figures'>) {
  const chosen = region.value;
  return (
    <>
      <div class="air" aria-busy={readingsPending.value}>
        <div class="air-now">
          <Here chosen={chosen} figures={figures} />
          <Trouble />
          <p>
            <a class="guide-link" href="/air/guide">
              What the bands mean
            </a>
          </p>
        </div>
        <HistorySection region={chosen} />
        <section class="everywhere" aria-labelledby="all-regions">
          <h2 id="all-regions" class="quiet-head">
            All five regions
          </h2>
          <RegionMap chosen={chosen} />
          <RegionList chosen={chosen} />
        </section>
      </div>
      <Sources />
    </>
  );
}
