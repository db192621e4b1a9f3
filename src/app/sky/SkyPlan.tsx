import './sky.css';
import type { Pm25Severity } from '../../core/air/bands.ts';
import { AREAS, type Area, areaOf } from '../../core/sky/place/areas.ts';
import { planLine } from '../../core/sky/plan.ts';
import { online } from '../platform/online.ts';
import { Select } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { sky as words } from '../words/en/air/sky.ts';
import { planWords, toneOf } from './plan-words.ts';
import { skyFailed, skyNow, useSky } from './sky-now.ts';
import { chooseTown, town } from './town.ts';

interface SkyPlanProps {
  /** Band of the region's 1-hour PM2.5, null unless that figure is current. */
  readonly pm25: Pm25Severity | null;
  /** Called when another town is chosen. */
  readonly onTown: (town: Area) => void;
}

/** Where a person draws, and the one sentence about now and the next two hours there. */
export function SkyPlan({ pm25, onTown }: SkyPlanProps) {
  useSky();
  const chosen = town.value;
  const none = { value: '', label: words.chooseTown };
  const towns = AREAS.map(({ id, name }) => ({ value: id as string, label: name, lang: 'en' }));
  return (
    <section class="plan" aria-label={words.title}>
      <Select
        label={words.town}
        value={chosen?.id ?? ''}
        options={chosen ? towns : [none, ...towns]}
        onPick={(id) => {
          const next = areaOf(id);
          if (next === undefined) return;
          chooseTown(next);
          onTown(next);
        }}
      />
      {chosen ? <Sentence chosen={chosen} pm25={pm25} /> : <p class="small soft">{words.invitation}</p>}
    </section>
  );
}

function Sentence({ chosen, pm25 }: Pick<SkyPlanProps, 'pm25'> & { readonly chosen: Area }) {
  const known = skyNow.value;
  const isWaiting = known === undefined && !skyFailed.value;
  const line = known && planLine(known.sky, pm25, known.now);
  const tone = line ? toneOf(line.plan) : 'unknown';
  const failed = online.value ? words.failed : words.failedOffline;
  return (
    <div class={`plan-line ${tone}`} aria-busy={isWaiting}>
      {(tone === 'danger' || tone === 'unknown') && (
        <Icon name={tone === 'danger' ? 'warning' : online.value ? 'clock' : 'offline'} />
      )}
      <p role="status">
        {line && known ? planWords(line, chosen.name, known.now) : isWaiting ? words.loading : failed}
      </p>
    </div>
  );
}
