import '../air.css';
import './guide.css';
import { PM25_BANDS, PSI_BANDS } from '../../../core/air/bands.ts';
import { guide } from '../../../core/air/guide.ts';
import { REGION_NAMES } from '../../../core/air/regions.ts';
import { OutLink } from '../../ui/OutLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { Hour } from '../reading/FigureText.tsx';
import type { Figure } from '../readings/figures.ts';
import { UNITS } from '../readings/metrics.ts';
import { airNow, figuresOf, useReadings } from '../readings/readings.ts';
import { region } from '../readings/region.ts';

/** What GET /api/v1/guide answers: the page shows all of it, and nothing else. */
const GUIDE = guide();

const COLORS: Readonly<Record<string, string>> = Object.fromEntries(
  [...PM25_BANDS, ...PSI_BANDS].map(({ id, color }) => [id, color]),
);

interface Bounds {
  readonly id: string;
  readonly label: string;
  readonly min: number;
  readonly max: number | null;
}

function range({ min, max }: Bounds): string {
  return max === null ? `${min} and above` : `${min}–${max}`;
}

interface TableProps<B extends Bounds> {
  readonly caption: string;
  readonly bands: readonly B[];
  /** Measured in one's region; its band is marked. */
  readonly figure: Figure | undefined;
  /** A column for each: whom it is about, and what is asked of them in a band. */
  readonly groups: readonly { readonly name: string; readonly advice: (band: B) => string }[];
}

/** The figure of one's region beside its band: where one stands today. */
function Today({ figure }: { readonly figure: Figure }) {
  const { metric, value, status, hour } = figure;
  const place = REGION_NAMES[region.value];
  return (
    <span class={`today small ${status}`}>
      {place} {status === 'ok' ? 'now' : ''}{' '}
      <b class="numerals">
        {value}
        {UNITS[metric] && ` ${UNITS[metric]}`}
      </b>{' '}
      {hour !== null && <Hour trust={figure} now={airNow.value} />}
    </span>
  );
}

function BandTable<B extends Bounds>({ caption, bands, figure, groups }: TableProps<B>) {
  return (
    <table class="bands">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Band</th>
          {groups.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bands.map((band) => (
          <tr key={band.id} aria-current={figure?.severity === band.id ? 'true' : undefined}>
            <th scope="row">
              <span class="band">
                <span class="band-ring" style={{ '--band': COLORS[band.id] }} />
                {band.label}
              </span>{' '}
              <span class="soft small numerals">{range(band)}</span>
              {figure?.severity === band.id && (
                <>
                  {' '}
                  <Today figure={figure} />
                </>
              )}
            </th>
            {groups.map(({ name, advice }) => (
              <td key={name} data-group={name}>
                {advice(band)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The dated guide: what the bands are, and what each asks of whom. Never a forecast. */
export default function GuideView() {
  useReadings();
  const today = figuresOf(region.value);
  const { source, pm25Bands, psiForecast, definitions, vulnerablePersons, caveats } = GUIDE;
  return (
    <Page
      title="What the bands mean"
      note={<p class="page-note">Guidance of {source.date}; not a forecast</p>}
    >
      <div class="guide">
        <section aria-labelledby="guide-now">
          <h2 id="guide-now">Now: 1-hour PM2.5</h2>
          <p class="soft">For what you do in the next hour. In µg/m³.</p>
          <BandTable
            caption="Bands of the 1-hour PM2.5"
            bands={pm25Bands}
            figure={today?.pm25}
            groups={[
              { name: 'Everyone', advice: ({ everyone }) => everyone },
              { name: 'Vulnerable persons', advice: ({ vulnerable }) => vulnerable },
            ]}
          />
          <p class="small">{vulnerablePersons}</p>
        </section>
        <section aria-labelledby="guide-next">
          <h2 id="guide-next">Tomorrow: 24-hour PSI forecast</h2>
          <p class="soft">
            The agency's advice goes with its forecast for the next day. Pleinair shows measured figures only:
            what is marked was measured, and is no forecast.
          </p>
          <BandTable
            caption="Bands of the 24-hour PSI"
            bands={psiForecast.bands}
            figure={today?.psi}
            groups={[
              { name: 'Healthy', advice: ({ healthy }) => healthy },
              { name: 'Older, pregnant, children', advice: ({ sensitive }) => sensitive },
              { name: 'Chronic lung or heart disease', advice: ({ chronic }) => chronic },
            ]}
          />
        </section>
        <section aria-labelledby="guide-words">
          <h2 id="guide-words">The words</h2>
          <dl class="words">
            {Object.entries(definitions).map(([word, meaning]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="guide-caveats">
          <h2 id="guide-caveats">Before you rely on it</h2>
          <ul class="caveats">
            {caveats.map((caveat) => (
              <li key={caveat}>{caveat}</li>
            ))}
          </ul>
          <p class="small">
            After the {source.publisher}'s poster{' '}
            <OutLink href={source.referenceUrl}>“{source.title}”</OutLink> ({source.date}), in Pleinair's own
            words.
          </p>
          <p class="page-elsewhere">
            <a href="/air">Back to the reading</a>
          </p>
        </section>
      </div>
    </Page>
  );
}
