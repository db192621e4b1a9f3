import './air.css';
import './guide.css';
import {
  type Band,
  PM25_BANDS,
  type Pm25Severity,
  PSI_BANDS,
  type PsiSeverity,
} from '../../core/air/bands.ts';
import { OutLink } from '../ui/OutLink.tsx';
import { Page } from '../ui/Page.tsx';
import { DEFINITIONS, GUIDE_POSTER, PM25_ADVICE, PSI_ADVICE, VULNERABLE } from './advice.ts';

/** `56–150`, of a band and the one below it. */
function range(bands: readonly Band<string>[], index: number): string {
  const from = index === 0 ? 0 : (bands[index - 1]?.upTo ?? 0) + 1;
  const upTo = bands[index]?.upTo ?? 0;
  return Number.isFinite(upTo) ? `${from}–${upTo}` : `${from} and above`;
}

interface TableProps<S extends string> {
  readonly caption: string;
  readonly bands: readonly Band<S>[];
  readonly groups: readonly string[];
  /** What each group is asked to do in a band, in the order of the groups. */
  readonly advice: (band: S) => readonly string[];
}

function BandTable<S extends string>({ caption, bands, groups, advice }: TableProps<S>) {
  return (
    <table class="bands">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Band</th>
          {groups.map((group) => (
            <th key={group} scope="col">
              {group}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bands.map((band, index) => (
          <tr key={band.id}>
            <th scope="row">
              <span class="band">
                <span class="band-ring" style={{ '--band': band.color }} />
                {band.label}
              </span>{' '}
              <span class="soft small numerals">{range(bands, index)}</span>
            </th>
            {advice(band.id).map((words, group) => (
              <td key={groups[group]} data-group={groups[group]}>
                {words}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function pm25Advice(band: Pm25Severity): readonly string[] {
  const { everyone, vulnerable } = PM25_ADVICE[band];
  return [everyone, vulnerable];
}

function psiAdvice(band: PsiSeverity): readonly string[] {
  const { healthy, sensitive, chronic } = PSI_ADVICE[band];
  return [healthy, sensitive, chronic];
}

/** The dated guide: what the bands are, and what each asks of whom. Never a forecast. */
export default function GuideView() {
  return (
    <Page title="What the bands mean" note={<p class="page-note">Guidance of June 2026; not a forecast</p>}>
      <div class="guide">
        <section aria-labelledby="guide-now">
          <h2 id="guide-now">Now: 1-hour PM2.5</h2>
          <p class="soft">
            For what you do in the next hour. In µg/m³; never turned into a PSI, which is another measure.
          </p>
          <BandTable
            caption="Bands of the 1-hour PM2.5"
            bands={PM25_BANDS}
            groups={['Everyone', 'Vulnerable persons']}
            advice={pm25Advice}
          />
          <p class="small">{VULNERABLE}</p>
        </section>
        <section aria-labelledby="guide-next">
          <h2 id="guide-next">Tomorrow: 24-hour PSI forecast</h2>
          <p class="soft">
            The agency's advice goes with its forecast for the next day. Pleinair shows measured figures only.
          </p>
          <BandTable
            caption="Bands of the 24-hour PSI"
            bands={PSI_BANDS}
            groups={['Healthy', 'Older, pregnant, children', 'Chronic lung or heart disease']}
            advice={psiAdvice}
          />
        </section>
        <section aria-labelledby="guide-words">
          <h2 id="guide-words">The words</h2>
          <dl class="words">
            {DEFINITIONS.map(([word, meaning]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <p class="small soft">
            The guidance prescribes nothing. In most people an irritated throat or eyes settle once they are
            out of the haze; whoever feels unwell should see a doctor.
          </p>
          <p class="small">
            After the National Environment Agency's poster{' '}
            <OutLink href={GUIDE_POSTER}>“How to plan your outdoor activities during haze”</OutLink> (June
            2026), in Pleinair's own words.
          </p>
          <p>
            <a href="/air">Back to the reading</a>
          </p>
        </section>
      </div>
    </Page>
  );
}
