import { METRIC_NAMES } from '../../../core/air/warning.ts';
import { Icon } from '../../ui/Icon.tsx';
import { singaporeHour } from '../../words/format.ts';
import type { Figure, Trusted } from '../readings/figures.ts';

/** The band: a ring in its colour, and always its name. */
export function Band({
  figure,
}: {
  readonly figure: { readonly band: string | undefined; readonly color: string | undefined };
}) {
  if (figure.band === undefined) return null;
  return (
    <span class="band">
      <span class="band-ring" style={{ '--band': figure.color }} />
      {figure.band}
    </span>
  );
}

interface HourProps {
  readonly trust: Trusted;
  readonly now: number;
}

/**
 * The hour that a figure stands for: `4 pm SGT`. One that is not fresh has a clock before it; that it is delayed is said
 * to the eyes once, at the head of the page, and with each figure to those who hear it.
 */
export function Hour({ trust: { hour, status }, now }: HourProps) {
  if (status === 'unavailable') return null;
  const stands = hour !== null && <time dateTime={hour}>{singaporeHour(hour, now)} SGT</time>;
  if (status === 'ok') return stands && <span class="soft small">{stands}</span>;
  return (
    <span class="delay small">
      <Icon name="clock" />
      <span>
        <span class="unseen">Delayed{hour !== null && ': of '}</span>
        {stands}
      </span>
    </span>
  );
}

/** The same in a few words, where the place and the figure's name stand beside it. */
export function briefMissingWords(figure: Figure, now: number): string {
  return figure.hour === null ? 'No figure just now' : `Not measured at ${singaporeHour(figure.hour, now)}`;
}

/** Why there is no figure, in a sentence. */
export function missingWords(figure: Figure, regionName: string, now: number): string {
  const name = METRIC_NAMES[figure.metric];
  if (figure.hour === null) return `There is no ${name} just now.`;
  return `No ${name} was measured in ${regionName} at ${singaporeHour(figure.hour, now)}.`;
}
