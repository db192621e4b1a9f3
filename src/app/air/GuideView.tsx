import './air.css';
import './guide.css';
import { PM25_BANDS, PSI_BANDS } from '../../core/air/bands.ts';
import { guide } from '../../core/air/guide.ts';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import { Page } from '../ui/Page.tsx';
import { air } from '../words/en/air/air.ts';
import { guide as words } from '../words/en/air/guide.ts';
import { shell } from '../words/en/shell.ts';
import { singaporeHour } from '../words/format.ts';
import { RichText } from '../words/RichText.tsx';
import { HourLabel } from './reading/FigureText.tsx';
import type { Figure } from './readings/figures.ts';
import { bandName } from './readings/metrics.ts';
import { airNow, figuresOf, useReadings } from './readings/readings.ts';
import { region } from './readings/region.ts';

/** The response to GET /api/v1/guide. The page shows all of it and adds no advice. */
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
  return max === null ? words.from(min) : words.range(min, max);
}

interface TableProps<B extends Bounds> {
  readonly caption: string;
  readonly bands: readonly B[];
  /** Figure of the chosen region. Its band is marked if it is current. */
  readonly figure: Figure | undefined;
  /** One column each: a group of people, and the advice to them in a band. */
  readonly groups: readonly { readonly name: string; readonly advice: (band: B) => string }[];
}

/** The chosen region's current figure, beside its band. */
function Today({ figure }: { readonly figure: Figure }) {
  const { metric, value, hour } = figure;
  return (
    <span class="today small">
      <RichText
        text={words.today(air.regions[region.value])}
        marks={{ figure: () => <b class="numerals">{value !== null && air.values[metric](value)}</b> }}
      />{' '}
      {hour !== null && <HourLabel freshness={figure} now={airNow.value} />}
    </span>
  );
}

/** Says why no band is marked: a figure that may be old is no ground for advice. */
function NotMarked({ figure }: { readonly figure: Figure | undefined }) {
  if (figure?.status !== 'stale' || figure.hour === null) return null;
  return <p>{words.notMarked[figure.metric](singaporeHour(figure.hour, airNow.value))}</p>;
}

function BandTable<B extends Bounds>({ caption, bands, figure, groups }: TableProps<B>) {
  const current = figure?.status === 'ok' ? figure : undefined;
  return (
    <table class="bands">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.band}</th>
          {groups.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bands.map((band) => (
          <tr key={band.id} aria-current={current?.severity === band.id ? 'true' : undefined}>
            <th scope="row">
              <span class="band">
                <span class="band-ring" style={{ '--band': COLORS[band.id] }} />
                {bandName({ severity: band.id, band: band.label })}
              </span>{' '}
              <span class="soft small numerals">{range(band)}</span>
              {current?.severity === band.id && (
                <>
                  {' '}
                  <Today figure={current} />
                </>
              )}
            </th>
            {groups.map(({ name, advice }) => (
              <td key={name} data-group={name}>
                <Quoted text={advice(band)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The guide's own words, which are English in every language of the page. */
function Quoted({ text }: { readonly text: string }) {
  return (
    <span lang="en" dir="auto">
      {text}
    </span>
  );
}

/** The guide with its date: the bands, and the advice for each. Never a forecast. */
export default function GuideView() {
  useReadings();
  const today = figuresOf(region.value);
  const { source, pm25Bands, psiForecast, definitions, vulnerablePersons, caveats } = GUIDE;
  return (
    <Page title={shell.guide} note={<p class="page-note">{words.note(source.date)}</p>}>
      <div class="guide">
        <section aria-labelledby="guide-now">
          <h2 id="guide-now">{words.now}</h2>
          <p class="soft">{words.nowText}</p>
          <NotMarked figure={today?.pm25} />
          <BandTable
            caption={words.nowTable}
            bands={pm25Bands}
            figure={today?.pm25}
            groups={[
              { name: words.everyone, advice: ({ everyone }) => everyone },
              { name: words.vulnerable, advice: ({ vulnerable }) => vulnerable },
            ]}
          />
          <p class="small">
            <Quoted text={vulnerablePersons} />
          </p>
        </section>
        <section aria-labelledby="guide-next">
          <h2 id="guide-next">{words.next}</h2>
          <p class="soft">{words.nextText}</p>
          <NotMarked figure={today?.psi} />
          <BandTable
            caption={words.nextTable}
            bands={psiForecast.bands}
            figure={today?.psi}
            groups={[
              { name: words.healthy, advice: ({ healthy }) => healthy },
              { name: words.sensitive, advice: ({ sensitive }) => sensitive },
              { name: words.chronic, advice: ({ chronic }) => chronic },
            ]}
          />
        </section>
        <section aria-labelledby="guide-words">
          <h2 id="guide-words">{words.definitions}</h2>
          <dl class="words">
            {Object.entries(definitions).map(([word, meaning]) => (
              <div key={word}>
                <dt>
                  <Quoted text={word} />
                </dt>
                <dd>
                  <Quoted text={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="guide-caveats">
          <h2 id="guide-caveats">{words.caveats}</h2>
          <ul class="caveats">
            {caveats.map((caveat) => (
              <li key={caveat}>
                <Quoted text={caveat} />
              </li>
            ))}
          </ul>
          <p class="small">
            <RichText
              text={words.source(source.publisher, source.date)}
              marks={{
                poster: () => (
                  <ExternalLink href={source.referenceUrl}>
                    <Quoted text={`“${source.title}”`} />
                  </ExternalLink>
                ),
              }}
            />
          </p>
          <p class="page-elsewhere">
            <a href="/air">{words.back}</a>
          </p>
        </section>
      </div>
    </Page>
  );
}
