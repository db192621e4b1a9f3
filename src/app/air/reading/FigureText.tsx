import { isAhead } from '../../../core/air/upstream/freshness.ts';
import { Icon } from '../../ui/Icon.tsx';
import { air as words } from '../../words/en/air/air.ts';
import { singaporeHour } from '../../words/format.ts';
import type { Figure, Freshness } from '../readings/figures.ts';
import { bandName } from '../readings/metrics.ts';

/** A band's name, with a ring in the band's colour. */
export function BandLabel({
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
  readonly freshness: Freshness;
  readonly now: number;
}

/**
 * The hour of a figure: `4 pm SGT`. A figure that is delayed, or of an hour that is yet to come, has a clock icon before
 * it. The word for that is visible once, at the top of the page; a screen reader reads it with each figure.
 */
export function HourLabel({ freshness: { hour, status }, now }: HourProps) {
  if (status === 'unavailable') return null;
  const at = hour === null ? '' : singaporeHour(hour, now);
  const stands = hour !== null && <time dateTime={hour}>{words.at(at)}</time>;
  if (status === 'ok') return stands && <span class="soft small">{stands}</span>;
  return (
    <span class="delay small">
      <Icon name="clock" />
      <span class="unseen">
        {hour === null ? words.delayed : isAhead(hour, now) ? words.doubtful(at) : words.delayedOf(at)}
      </span>
      {stands && <span aria-hidden="true">{stands}</span>}
    </span>
  );
}

/** Why there is no figure, in a few words, for a list that shows region and metric beside it. */
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
