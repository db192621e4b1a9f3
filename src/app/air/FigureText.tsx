import { MINUTE } from '../../core/air/time.ts';
import { METRIC_NAMES } from '../../core/air/warning.ts';
import { ageWords, hourWords } from '../time-words.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Figure, Trusted } from './figures.ts';

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

/** `4 pm SGT`, the hour that a fresh figure stands for; a delayed one's is said with its delay. */
export function Hour({ figure, now }: { readonly figure: Figure; readonly now: number }) {
  if (figure.hour === null || figure.status !== 'ok') return null;
  return (
    <time class="soft small" dateTime={figure.hour}>
      {hourWords(figure.hour, now)} SGT
    </time>
  );
}

interface DelayProps {
  readonly trust: Trusted;
  readonly now: number;
  /** In fewer words, where the figure stands right beside it. */
  readonly brief?: boolean;
}

/** That a figure is not fresh, the hour that it is of, and how long ago that was. */
export function Delay({ trust, now, brief = false }: DelayProps) {
  const { status, hour, age } = trust;
  if (status !== 'stale') return null;
  return (
    <span class="delay small">
      <Icon name="clock" />
      <span>
        Delayed
        {hour !== null && (
          <>
            :{' '}
            <span class="whole">
              {!brief && 'figure of '}
              <time dateTime={hour}>{hourWords(hour, now)}</time>
            </span>
            {age >= MINUTE && (
              <>
                , <span class="whole">{ageWords(age)} ago</span>
              </>
            )}
          </>
        )}
      </span>
    </span>
  );
}

/** The same in a few words, where the place and the figure's name stand beside it. */
export function briefMissingWords(figure: Figure, now: number): string {
  return figure.hour === null ? 'No figure just now' : `Not measured at ${hourWords(figure.hour, now)}`;
}

/** Why there is no figure, in a sentence. */
export function missingWords(figure: Figure, regionName: string, now: number): string {
  const name = METRIC_NAMES[figure.metric];
  if (figure.hour === null) return `There is no ${name} just now.`;
  return `No ${name} was measured in ${regionName} at ${hourWords(figure.hour, now)}.`;
}
