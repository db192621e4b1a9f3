/** Numbers, plurals, lists, dates and ages in the language of the page. */
import { DAY, HOUR, MINUTE, parseInstant, sgtDate } from '../../core/air/time/time.ts';
import { currentLocale } from './catalogue.ts';
import { time } from './en/time.ts';

const SINGAPORE = 'Asia/Singapore';

/** A formatter of Intl, created on first use and kept, because creating one is slow. */
function formatter<F>(make: (locale: string) => F): () => F {
  let made: F | undefined;
  let madeFor = '';
  return () => {
    if (made === undefined || madeFor !== currentLocale()) {
      madeFor = currentLocale();
      made = make(madeFor);
    }
    return made;
  };
}

function sizes(unit: 'kilobyte' | 'megabyte' | 'gigabyte') {
  return formatter(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }),
  );
}

const numbers = formatter((locale) => new Intl.NumberFormat(locale));
const percents = formatter((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));
const pluralRules = formatter((locale) => new Intl.PluralRules(locale));
const lists = formatter((locale) => new Intl.ListFormat(locale));
const units = formatter((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }));
const ages = formatter((locale) => new Intl.RelativeTimeFormat(locale, { style: 'short' }));
const localDay = formatter((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));
const localDate = formatter((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const localDateTime = formatter(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
);
const dates = {
  medium: formatter(
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: SINGAPORE }),
  ),
  long: formatter((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: SINGAPORE })),
};
const clocks = [false, true].flatMap((withDay) =>
  [undefined, 'numeric' as const].map((second) =>
    formatter(
      (locale) =>
        new Intl.DateTimeFormat(locale, {
          ...(withDay ? { day: 'numeric', month: 'short' } : {}),
          hour: 'numeric',
          minute: 'numeric',
          second,
        }),
    ),
  ),
);
const hourOnly = formatter(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: SINGAPORE }),
);
const dayAndHour = formatter(
  (locale) =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', day: 'numeric', month: 'short', timeZone: SINGAPORE }),
);
const [kilobytes, megabytes, gigabytes] = [sizes('kilobyte'), sizes('megabyte'), sizes('gigabyte')];
/** The language in its script without the region: Singapore writes `40 mins`, but `40 min ago`, and both are on one page. */
function languageOf(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize();
  return script ? `${language}-${script}` : language;
}

const [days, hours, minutes] = ['day', 'hour', 'minute'].map((unit) =>
  formatter(
    (locale) => new Intl.NumberFormat(languageOf(locale), { style: 'unit', unit, unitDisplay: 'short' }),
  ),
);

/** Bytes in decimal units: `0 MB`, `12 kB`, `1.4 MB`, `21 GB`. Never `0` for what is not nothing. */
export function size(bytes: number): string {
  if (bytes > 0 && bytes < 1e5) return kilobytes().format(Math.ceil(bytes / 1000));
  const [divisor, unit] = bytes >= 1e9 ? ([1e9, gigabytes] as const) : ([1e6, megabytes] as const);
  const amount = bytes / divisor;
  return unit().format(amount >= 10 ? Math.round(amount) : amount);
}

/** Bytes of a limit, which the API counts in units of 1024: `64 MB`. */
export function limitSize(bytes: number): string {
  return megabytes().format(bytes / 1024 ** 2);
}

/** `12,345` */
export function number(value: number): string {
  return numbers().format(value);
}

/** A ratio: `85%` for 0.85. What is little is not none: `<1%`. */
export function percent(ratio: number): string {
  return ratio > 0 && ratio < 0.005 ? `<${percents().format(0.01)}` : percents().format(ratio);
}

/** The text for a count: `plural(n, { one: '1 stroke', other: `${number(n)} strokes` })`. */
export function plural(
  count: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string },
): string {
  return forms[pluralRules().select(count)] ?? forms.other;
}

/** `a, b and c` */
export function list(items: readonly string[]): string {
  return lists().format(items);
}

/** Isolates a text by a person or a seller from the direction of writing of the sentence around it. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

/**
 * How long ago an instant was: `just now`, `5 min ago`, `2 hr ago`, `3 days ago`, `40 days ago`. Beside its date.
 * @param instant ISO 8601; `""` is returned for any other text
 * @param now ms since the epoch
 */
export function timeAgo(instant: string, now: number): string {
  const age = now - Date.parse(instant);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return time.justNow;
  if (age < HOUR) return ages().format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return ages().format(-Math.floor(age / HOUR), 'hour');
  return ages().format(-Math.floor(age / DAY), 'day');
}

/**
 * The same for a week. After that, the date in the device's time zone: `12 Sept`, with the year if it is not this one.
 * @param instant ISO 8601; `""` is returned for any other text
 * @param now ms since the epoch
 */
export function relativeTime(instant: string, now: number): string {
  const then = Date.parse(instant);
  if (Number.isNaN(then) || now - then < 7 * DAY) return timeAgo(instant, now);
  const isThisYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? localDay() : localDate()).format(then);
}

/**
 * Date and time in the device's time zone: `28 Sept 2026, 4:05 pm`.
 * @param instant ISO 8601; `""` is returned for any other text
 */
export function exactTime(instant: string): string {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? '' : localDateTime().format(ms);
}

/**
 * The time of day in the device's time zone: `4:05 pm`, with seconds `4:05:09 pm`; of another day `28 Sept, 4:05 pm`.
 * @param instant ISO 8601; `""` is returned for any other text
 * @param now ms since the epoch
 */
export function dayTime(instant: string, now: number, withSeconds = false): string {
  const then = Date.parse(instant);
  if (Number.isNaN(then)) return '';
  const isToday = new Date(then).toDateString() === new Date(now).toDateString();
  return clocks[(isToday ? 0 : 2) + (withSeconds ? 1 : 0)]?.().format(then) ?? '';
}

/** A duration in ms: `40 min`, `3 hr 10 min`, from two days on `2 days 4 hr`. */
export function duration(ms: number): string {
  const inMinutes = Math.max(0, Math.floor(ms / MINUTE));
  const inHours = Math.floor(inMinutes / 60);
  const inDays = Math.floor(inHours / 24);
  const parts =
    inDays >= 2
      ? [
          { value: inDays, unit: days },
          { value: inHours % 24, unit: hours },
        ]
      : [
          { value: inHours, unit: hours },
          { value: inMinutes % 60, unit: minutes },
        ];
  const nonZero = parts.filter(({ value }) => value > 0);
  const shown = nonZero.length > 0 ? nonZero : [{ value: 0, unit: minutes }];
  return units().format(shown.map(({ value, unit }) => unit?.().format(value) ?? ''));
}

/**
 * The hour of a reading in Singapore: `4 pm`, or `28 Sept, 4 pm` if the date is not today's. A text that is no
 * instant gives `an unknown hour`.
 * @param now ms since the epoch
 */
export function singaporeHour(instant: string, now: number): string {
  const ms = parseInstant(instant);
  if (ms === undefined) return time.unknownHour;
  return (sgtDate(ms) === sgtDate(now) ? hourOnly() : dayAndHour()).format(ms);
}

/**
 * The date of an instant in Singapore: `28 September 2026`, or `28 Sept 2026` with `medium`.
 * @param ms since the epoch
 */
export function singaporeDate(ms: number, style: 'medium' | 'long' = 'long'): string {
  return dates[style]().format(ms);
}
