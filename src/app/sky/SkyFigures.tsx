import type { ComponentChildren } from 'preact';
import { parseInstant } from '../../core/air/time/time.ts';
import type { SourceStatus } from '../../core/air/types.ts';
import { isUvNight } from '../../core/sky/limits.ts';
import type { Sky } from '../../core/sky/sky.ts';
import type { Feed } from '../../core/sky/types.ts';
import { Icon } from '../ui/Icon.tsx';
import { singaporeTime } from '../words/clock-time.ts';
import { air } from '../words/en/air/air.ts';
import { sky as words } from '../words/en/air/sky.ts';
import { relativeTime } from '../words/format.ts';
import { delayedWords } from './plan-words.ts';
import { type SkyNow, skyComing, skyNow } from './sky-now.ts';
import { town } from './town.ts';

/** What each source says of the town, with its station, its time and its age. Nothing until the sky is known. */
export function SkyFigures() {
  const known = skyNow.value;
  const chosen = town.value;
  if (known === undefined || chosen === undefined) return null;
  const { sky, now } = known;
  const { rain, heat, uv, wind } = sky.now;
  const { forecast } = sky.next;
  // A source that is all right has no index only while none is measured. At night it is not asked.
  const isNight = uv === null && (sky.sources.uv.status === 'ok' || isUvNight(now));
  return (
    <section class="sky" aria-labelledby="sky">
      <h2 id="sky" class="quiet-head">
        {words.over(chosen.name)}
      </h2>
      <dl class="sky-figures">
        <Row feed="forecast2h" known={known}>
          {forecast && words.until(forecast.text, singaporeTime(forecast.to, now))}
        </Row>
        <Row feed="lightning" known={known}>
          {lightningWords(sky.now.lightning, now)}
        </Row>
        <Row feed="rain" known={known} station={rain}>
          {rain && words.rain(words.rainBands[rain.band], rain.mmPer5min)}
        </Row>
        <Row feed="heat" known={known} station={heat}>
          {heat && words.heat(heat.wbgt, words.heatBands[heat.band])}
        </Row>
        <Row feed="uv" known={known}>
          {uv ? words.uv(uv.index, words.uvBands[uv.band]) : isNight ? words.noUv : null}
        </Row>
        <Row feed="wind" known={known} station={wind}>
          {wind && words.wind(wind.speedKmh)}
        </Row>
      </dl>
      <Later known={known} />
      <p class="small soft">{words.thunder}</p>
      <p class="small soft">{words.own}</p>
      <p class="small soft">{words.attribution}</p>
    </section>
  );
}

interface RowProps {
  readonly feed: Feed & keyof typeof words.names;
  readonly known: SkyNow;
  readonly station?: { readonly station: string; readonly distanceKm: number } | null;
  /** Null if nothing is known. */
  readonly children: ComponentChildren;
}

function Row({ feed, known: { sky, now }, station = null, children }: RowProps) {
  const { timestamp, status } = sky.sources[feed];
  const isKnown = children !== null;
  const missing = status === 'unavailable' && skyComing.value ? words.asking : words.unknown;
  // An index of the day before says nothing of this night.
  const isDated = timestamp !== null && isKnown && !(feed === 'uv' && sky.now.uv === null);
  return (
    <div class="sky-row">
      <dt>{words.names[feed]}</dt>
      <dd>
        <p class={isKnown ? 'sky-value' : 'sky-value soft'}>{isKnown ? children : missing}</p>
        {isKnown && station && <p class="small soft">{words.station(station.station, station.distanceKm)}</p>}
        {isDated && <Dated timestamp={timestamp} status={status} now={now} words={words.of} />}
      </dd>
    </div>
  );
}

interface DatedProps {
  readonly timestamp: string;
  readonly status: SourceStatus;
  readonly now: number;
  /** Of what is current: its time and age. */
  readonly words: (time: string, age: string) => string;
}

/** Of when it is. What is delayed says so. */
function Dated({ timestamp, status, now, words: current }: DatedProps) {
  const isLate = status !== 'ok';
  const said = current(singaporeTime(timestamp, now), relativeTime(timestamp, now));
  return (
    <p class={isLate ? 'small sky-delay' : 'small soft'}>
      {isLate && <Icon name="clock" />}
      <time dateTime={timestamp}>{isLate ? delayedWords(timestamp, now) : said}</time>
    </p>
  );
}

/** Never nothing: that lightning is not known must be said. */
function lightningWords({ state, nearestKm, lastStrikeAt }: Sky['now']['lightning'], now: number): string {
  if (state === 'none' || nearestKm === null) {
    return words.lightningStates[state === 'none' ? 'none' : 'unknown'];
  }
  return lastStrikeAt === null
    ? words.strikeUndated(nearestKm)
    : words.strike(nearestKm, relativeTime(lastStrikeAt, now));
}

/** The periods of the 24-hour forecast that have not ended, for the region of the town. */
function Later({ known: { sky, now } }: { readonly known: SkyNow }) {
  const { timestamp, status } = sky.sources.forecast24h;
  const { periods } = sky.next;
  if (sky.region === null) return null;
  return (
    <>
      <h3 class="sky-later">{words.later(air.regions[sky.region])}</h3>
      {periods.length === 0 ? (
        <p class="soft">{words.unknown}</p>
      ) : (
        <>
          <dl class="sky-figures">
            {periods.map(({ from, to, text }) => (
              <div key={from} class="sky-row">
                <dt>{periodWords(from, to, now)}</dt>
                <dd class="sky-value" lang="en">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
          {timestamp !== null && (
            <Dated timestamp={timestamp} status={status} now={now} words={words.issued} />
          )}
        </>
      )}
    </>
  );
}

/** The day stands once, unless the period goes on into the next. */
function periodWords(from: string, to: string, now: number): string {
  return words.period(singaporeTime(from, now), singaporeTime(to, parseInstant(from) ?? now));
}
