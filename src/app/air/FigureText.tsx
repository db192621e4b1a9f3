import { METRIC_NAMES } from '../../core/air/warning.ts';
import { ageWords, hourWords } from '../time-words.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Figure } from './figures.ts';

export const UNITS = { psi: '', pm25: 'µg/m³' } as const;

/** The band: a ring in its colour, and always its name. */
export function Band({ figure }: { readonly figure: Figure }) {
  if (figure.band === undefined) return null;
  return (
    <span class="band">
      <span class="band-ring" style={{ '--band': figure.color }} />
      {figure.band}
    </span>
  );
}

/** `4 pm SGT`, the hour that a figure stands for. */
export function Hour({ figure, now }: { readonly figure: Figure; readonly now: number }) {
  if (figure.hour === null || figure.value === null) return null;
  return (
    <time class="soft small" dateTime={figure.hour}>
      {hourWords(figure.hour, now)} SGT
    </time>
  );
}

/** That a figure is not fresh, with its age in words. */
export function Delay({ figure }: { readonly figure: Figure }) {
  if (figure.status !== 'stale') return null;
  return (
    <span class="delay small">
      <Icon name="clock" />
      <span>
        Delayed{figure.age > 0 && ': '}
        {figure.age > 0 && <span class="whole">{ageWords(figure.age)} old</span>}
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
