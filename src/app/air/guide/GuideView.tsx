import '../air.css';
import './guide.css';
import { PM25_BANDS, PSI_BANDS } from '../../../core/air/bands.ts';
import { guide } from '../../../core/air/guide.ts';
import { OutLink } from '../../ui/OutLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { air } from '../../words/en/air.ts';
import { guide as words } from '../../words/en/guide.ts';
import { Rich } from '../../words/Rich.tsx';
import { Hour } from '../reading/FigureText.tsx';
import type { Figure } from '../readings/figures.ts';
import { bandName } from '../readings/metrics.ts';
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
  return max === null ? words.from(min) : words.range(min, max);
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
  const place = air.regions[region.value];
  return (
    <span class={`today small ${status}`}>
      <Rich
        text={status === 'ok' ? words.today(place) : words.todayLate(place)}
        marks={{ figure: () => <b class="numerals">{value !== null && air.values[metric](value)}</b> }}
      />{' '}
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
          <tr key={band.id} aria-current={figure?.severity === band.id ? 'true' : undefined}>
            <th scope="row">
              <span class="band">
                <span class="band-ring" style={{ '--band': COLORS[band.id] }} />
                {bandName({ severity: band.id, band: band.label })}
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
    <Page title={words.title} note={<p class="page-note">{words.note(source.date)}</p>}>
      <div class="guide">
        <section aria-labelledby="guide-now">
          <h2 id="guide-now">{words.now}</h2>
          <p class="soft">{words.nowText}</p>
          <BandTable
            caption={words.nowTable}
            bands={pm25Bands}
            figure={today?.pm25}
            groups={[
              { name: words.everyone, advice: ({ everyone }) => everyone },
              { name: words.vulnerable, advice: ({ vulnerable }) => vulnerable },
            ]}
          />
          <p class="small">{vulnerablePersons}</p>
        </section>
        <section aria-labelledby="guide-next">
          <h2 id="guide-next">{words.next}</h2>
          <p class="soft">{words.nextText}</p>
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
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="guide-caveats">
          <h2 id="guide-caveats">{words.caveats}</h2>
          <ul class="caveats">
            {caveats.map((caveat) => (
              <li key={caveat}>{caveat}</li>
            ))}
          </ul>
          <p class="small">
            <Rich
              text={words.source(source.publisher, source.date)}
              marks={{ poster: () => <OutLink href={source.referenceUrl}>“{source.title}”</OutLink> }}
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
