import './sky.css';
import { AREAS, type Area, areaOf } from '../../core/sky/place/areas.ts';
import { online } from '../platform/online.ts';
import { Select } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { sky as words } from '../words/en/air/sky.ts';
import { PlanSentence } from './PlanSentence.tsx';
import { planNow, usePlan } from './plan-now.ts';
import { skyFailed, skyNow } from './sky-now.ts';
import { chooseTown, town } from './town.ts';

interface SkyPlanProps {
  /** Called when another town is chosen. */
  readonly onTown: (town: Area) => void;
}

/** The one sentence about now and the next two hours, and where a person draws. */
export function SkyPlan({ onTown }: SkyPlanProps) {
  usePlan();
  const chosen = town.value;
  const none = { value: '', label: words.chooseTown };
  const towns = AREAS.map(({ id, name }) => ({ value: id as string, label: name, lang: 'en' }));
  return (
    <section class="plan" aria-label={words.title}>
      <Sentence />
      <div class="plan-town">
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
        {!chosen && <p class="small soft">{words.invitation}</p>}
      </div>
    </section>
  );
}

/** The sentence; under it that the sky is not known, if the air speaks alone for a town. */
function Sentence() {
  const now = planNow.value;
  const isChosen = town.value !== undefined;
  const isWaiting = !skyFailed.value;
  const failed = online.value ? words.failed : words.failedOffline;
  const missing = isChosen && skyNow.value === undefined ? (isWaiting ? words.loading : failed) : '';
  if (now === undefined && !missing) return null;
  return (
    <div class="plan-said">
      <div class={`plan-line ${now?.tone ?? 'unknown'}`} aria-busy={missing !== '' && isWaiting}>
        {now ? (
          <PlanSentence {...now} />
        ) : (
          <>
            <Icon name={online.value ? 'clock' : 'offline'} />
            <p role="status">{missing}</p>
          </>
        )}
      </div>
      {now && missing && <p class="small soft">{missing}</p>}
    </div>
  );
}
