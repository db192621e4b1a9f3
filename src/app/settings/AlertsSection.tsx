import { useEffect, useId } from 'preact/hooks';
import { ALERT_KINDS, type AlertKind, AT_MOST, timeOfDay } from '../../core/alerts/preferences.ts';
import { AREAS, areaOf } from '../../core/sky/place/areas.ts';
import { changeAlerts, problem, saving, tellLastChange } from '../alerts/agree.ts';
import { barrier } from '../alerts/push.ts';
import { alerts, hasTown, isPushed } from '../alerts/wanted.ts';
import { Check, Select } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { alerts as words } from '../words/en/air/alerts.ts';
import { sky } from '../words/en/air/sky.ts';

/** Begins with the usual night. */
const NIGHT = { from: '22:00', to: '07:00' };
const NUMBERS = [2, 4, AT_MOST.usual, 10, AT_MOST.most];

/** Which alerts this device gets, for which town, and when not. */
export function AlertsSection() {
  useEffect(tellLastChange, []);
  const closed = barrier();
  return (
    <>
      <p>{closed ? words.aboutHere : words.about}</p>
      <p class="small soft">{words.promise}</p>
      {closed && <Notice icon="warning" title={words.barriers[closed]} />}
      <Choices />
    </>
  );
}

function Choices() {
  const { area } = alerts.value;
  const isChosen = hasTown();
  const towns = AREAS.map(({ id, name }) => ({ value: id as string, label: name, lang: 'en' }));
  return (
    <>
      <Select
        label={words.town}
        value={isChosen ? (area as string) : ''}
        options={isChosen ? towns : [{ value: '', label: sky.chooseTown }, ...towns]}
        onPick={(id) => {
          const next = areaOf(id);
          if (next) void changeAlerts({ area: next.id });
        }}
      />
      {/* Nobody is to get alerts for a town that they did not choose. */}
      {isChosen && <Kinds />}
    </>
  );
}

function Kinds() {
  const { kinds, atMost } = alerts.value;
  const pick = (kind: AlertKind, on: boolean) =>
    void changeAlerts({ kinds: ALERT_KINDS.filter((one) => (one === kind ? on : kinds.includes(one))) });
  return (
    <>
      {ALERT_KINDS.map((kind) => (
        <Check
          key={kind}
          label={words.kinds[kind]}
          on={kinds.includes(kind)}
          onPick={(on) => pick(kind, on)}
        />
      ))}
      <p class="small soft">{words.clear}</p>
      <Quiet />
      <Select
        label={words.atMost}
        value={String(atMost)}
        options={[...new Set([...NUMBERS, atMost])]
          .sort((a, b) => a - b)
          .map((count) => ({ value: String(count), label: words.times(count) }))}
        onPick={(count) => void changeAlerts({ atMost: Number(count) })}
      />
      {barrier() === undefined && <p class="small soft">{words.kept}</p>}
      <p class="small" role="status">
        {statusWords()}
      </p>
    </>
  );
}

function statusWords(): string {
  if (saving.value) return words.saving;
  if (problem.value) return words.problems[problem.value];
  if (alerts.value.kinds.length === 0) return '';
  return isPushed.value ? words.on : words.onHere;
}

function Quiet() {
  const { quiet } = alerts.value;
  return (
    <>
      <Check
        label={words.quiet}
        on={quiet !== null}
        onPick={(on) => void changeAlerts({ quiet: on ? NIGHT : null })}
      />
      {quiet && (
        <div class="quiet-hours">
          <Time
            label={words.from}
            value={quiet.from}
            onPick={(from) => void changeAlerts({ quiet: { ...quiet, from } })}
          />
          <Time
            label={words.until}
            value={quiet.to}
            onPick={(to) => void changeAlerts({ quiet: { ...quiet, to } })}
          />
        </div>
      )}
      <p class="small soft">{words.quietNote}</p>
    </>
  );
}

interface TimeProps {
  readonly label: string;
  /** As `22:00`. */
  readonly value: string;
  readonly onPick: (time: string) => void;
}

function Time({ label, value, onPick }: TimeProps) {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="time"
        value={value}
        onChange={({ currentTarget }) => {
          // Empty while it is not a whole time.
          if (timeOfDay(currentTarget.value) !== undefined) onPick(currentTarget.value);
          else currentTarget.value = value;
        }}
      />
    </p>
  );
}
