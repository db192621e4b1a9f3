import { Icon } from '../../ui/Icon.tsx';
import { air as words } from '../../words/en/air.ts';
import { singaporeHour } from '../../words/format.ts';
import type { Figure, Trusted } from '../readings/figures.ts';
import { bandName } from '../readings/metrics.ts';

/** The band: a ring in its colour, and always its name. */
export function Band({
  figure,
}: {
  readonly figure: {
    readonly severity: string | undefined;
    readonly band: string | undefined;
    readonly color: string | undefined;
  };
}) {
  const name = bandName(figure);
  if (name === undefined) return null;
  return (
    <span class="band">
      <span class="band-ring" style={{ '--band': figure.color }} />
      {name}
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
  const at = hour === null ? '' : singaporeHour(hour, now);
  const stands = hour !== null && <time dateTime={hour}>{words.at(at)}</time>;
  if (status === 'ok') return stands && <span class="soft small">{stands}</span>;
  return (
    <span class="delay small">
      <Icon name="clock" />
      <span class="unseen">{hour === null ? words.delayed : words.delayedOf(at)}</span>
      {stands && <span aria-hidden="true">{stands}</span>}
    </span>
  );
}

/** The same in a few words, where the place and the figure's name stand beside it. */
export function briefMissingWords(figure: Figure, now: number): string {
  return figure.hour === null ? words.noFigure : words.notMeasuredAt(singaporeHour(figure.hour, now));
}

/** Why there is no figure, in a sentence. */
export function missingWords(figure: Figure, regionName: string, now: number): string {
  const { metric, hour } = figure;
  return hour === null
    ? words.here.none(metric)
    : words.notMeasuredIn(metric, regionName, singaporeHour(hour, now));
}
