import './sun.css';
import { ISLAND } from '../../../core/sky/place/areas.ts';
import { type Sun, sunAt } from '../../../core/sky/sun.ts';
import { airNow } from '../../air/readings/readings.ts';
import { singaporeTime } from '../../words/clock-time.ts';
import { sky as words } from '../../words/en/air/sky.ts';
import { town } from '../town.ts';
import { ARC, arcPath, arcPoint, dayShare, directionOf, HORIZON, periodPath } from './sun-arc.ts';

/** The sun over the town, or over the island before one is chosen. Reckoned on this device, so that it is never late. */
export function SunArc() {
  const now = airNow.value;
  const sun = sunAt(town.value ?? ISLAND, now);
  const at = (time: string) => singaporeTime(time, now);
  return (
    <section class="sky" aria-labelledby="sun">
      <h2 id="sun" class="quiet-head">
        {words.names.sun}
      </h2>
      <div class="sun">
        <div class="sun-picture">
          <Picture sun={sun} now={now} />
          <p class="sun-ends small">
            <span>{words.sunrise(at(sun.sunrise))}</span>
            <span>{words.sunset(at(sun.sunset))}</span>
          </p>
        </div>
        <div class="sun-words">
          <p class="sky-value">
            {sun.altitude > 0
              ? words.sunUp(Math.round(sun.altitude), words.directions[directionOf(sun.azimuth)])
              : words.sunDown}
          </p>
          <p>{words.golden(at(sun.goldenMorning.to), at(sun.goldenEvening.from))}</p>
          <p class="small soft">{words.sunReckoned}</p>
        </div>
      </div>
    </section>
  );
}

/** The curve, its golden ends and the sun on it; at night no sun. The words beside it say the same. */
function Picture({ sun, now }: { readonly sun: Sun; readonly now: number }) {
  const share = dayShare(sun, now);
  const { x, y } = arcPoint(share);
  return (
    <svg class="sun-arc" viewBox={`0 0 ${ARC.width} ${ARC.height}`} role="img" aria-label={words.sunPicture}>
      <path class="sun-horizon" d={`M0 ${HORIZON}H${ARC.width}`} />
      <path class="sun-way" d={arcPath()} />
      <path class="sun-golden" d={periodPath(sun, sun.goldenMorning)} />
      <path class="sun-golden" d={periodPath(sun, sun.goldenEvening)} />
      {share >= 0 && share <= 1 && <circle class="sun-disc" cx={x} cy={y} r={ARC.edge - 3} />}
    </svg>
  );
}
