/**
 * The catalogue: every word that a person reads on the page, by place. The English of a place is its file in `en/` and
 * decides its keys; another language is one object of the type `Catalogue`.
 */
import type { Language } from './languages.ts';

/** Words of a place by key: a text, a function that makes one of its parameters, or a group of them. */
export interface Words {
  readonly [key: string]: string | ((...parameters: never[]) => string) | Words;
}

/** All places. One that is missing here cannot be made with `place`. */
export interface Catalogue {
  readonly air: typeof import('./en/air.ts').air;
  readonly app: typeof import('./en/app.ts').app;
  readonly backup: typeof import('./en/sync/backup.ts').backup;
  readonly copies: typeof import('./en/gallery/copies.ts').copies;
  readonly drawings: typeof import('./en/drawings.ts').drawings;
  readonly exporting: typeof import('./en/exporting.ts').exporting;
  readonly gallery: typeof import('./en/gallery/gallery.ts').gallery;
  readonly guide: typeof import('./en/guide.ts').guide;
  readonly imports: typeof import('./en/import.ts').imports;
  readonly keys: typeof import('./en/keys.ts').keys;
  readonly notices: typeof import('./en/sync/notices.ts').notices;
  readonly problems: typeof import('./en/problems.ts').problems;
  readonly reference: typeof import('./en/reference.ts').reference;
  readonly saving: typeof import('./en/saving.ts').saving;
  readonly server: typeof import('./en/sync/server.ts').server;
  readonly settings: typeof import('./en/settings.ts').settings;
  readonly shell: typeof import('./en/shell.ts').shell;
  readonly shortcuts: typeof import('./en/studio/shortcuts.ts').shortcuts;
  readonly stamp: typeof import('./en/studio/stamp.ts').stamp;
  readonly studio: typeof import('./en/studio/studio.ts').studio;
  readonly supplies: typeof import('./en/supplies.ts').supplies;
  readonly time: typeof import('./en/time.ts').time;
  readonly tools: typeof import('./en/studio/tools.ts').tools;
  readonly trash: typeof import('./en/gallery/trash.ts').trash;
}

export type PlaceName = keyof Catalogue;

/** The words of a place in a language that is not English. */
export type Translation = (place: PlaceName, english: Words) => Words;

const ENGLISH = 'en-SG';
/** Places whose code is there, by name. */
const places = new Map<PlaceName, Words>();
/** The English of the objects that say something else now. */
const originals = new Map<Words, Words>();
let translation: Translation | undefined;
let locale = ENGLISH;

/** For Intl: a BCP 47 tag. */
export function currentLocale(): string {
  return locale;
}

/**
 * Makes the English of a place known, and answers the object that its code reads: in another language its members are
 * replaced. So code reads it when it renders, never when its module starts.
 */
export function place<W extends Words>(name: PlaceName, english: W): W {
  places.set(name, english);
  if (translation) translate(name, english, translation);
  return english;
}

function translate(name: PlaceName, english: Words, into: Translation): void {
  originals.set(english, { ...english });
  Object.assign(english, into(name, english));
}

/** What `make` says in English, whatever language the page is in: where only its letters can be had. */
export function inEnglish<T>(make: () => T): T {
  const now = { locale, words: [...originals.keys()].map((words) => ({ ...words })) };
  locale = ENGLISH;
  for (const [words, english] of originals) Object.assign(words, english);
  try {
    return make();
  } finally {
    locale = now.locale;
    for (const [i, words] of [...originals.keys()].entries()) Object.assign(words, now.words[i]);
  }
}

/** Puts a language in the place of English, in the places that are there and in those that come. Called before the first render. */
export async function useLanguage(tag: string, { direction, load }: Language): Promise<void> {
  const loaded = await load?.();
  if (loaded === undefined) return;
  translation = loaded;
  locale = tag;
  for (const [name, english] of places) translate(name, english, loaded);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}
