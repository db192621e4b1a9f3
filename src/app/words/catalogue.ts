/**
 * The catalogue: all texts that a person reads on the page, by place, such as `air` or `settings`. The English
 * texts of a place are in its file in `en/`, which defines the keys. Another language is one object of the type
 * `Catalogue`.
 */

/** Texts by key: a text, a function that makes one from parameters, or a group of texts. */
export interface Words {
  readonly [key: string]: string | ((...parameters: never[]) => string) | Words;
}

/** All places. `place` accepts no other. */
export interface Catalogue {
  readonly air: typeof import('./en/air/air.ts').air;
  readonly alerts: typeof import('./en/air/alerts.ts').alerts;
  readonly app: typeof import('./en/app.ts').app;
  readonly backup: typeof import('./en/sync/backup.ts').backup;
  readonly clipboard: typeof import('./en/studio/clipboard.ts').clipboard;
  readonly copies: typeof import('./en/gallery/copies.ts').copies;
  readonly devices: typeof import('./en/sync/devices.ts').devices;
  readonly drawings: typeof import('./en/drawings.ts').drawings;
  readonly exporting: typeof import('./en/exporting.ts').exporting;
  readonly papers: typeof import('./en/studio/papers.ts').papers;
  readonly gallery: typeof import('./en/gallery/gallery.ts').gallery;
  readonly guide: typeof import('./en/air/guide.ts').guide;
  readonly imports: typeof import('./en/import.ts').imports;
  readonly keys: typeof import('./en/keys.ts').keys;
  readonly layers: typeof import('./en/studio/layers.ts').layers;
  readonly notices: typeof import('./en/sync/notices.ts').notices;
  readonly photo: typeof import('./en/studio/photo.ts').photo;
  readonly photoSync: typeof import('./en/sync/photos.ts').photoSync;
  readonly problems: typeof import('./en/problems.ts').problems;
  readonly reference: typeof import('./en/reference.ts').reference;
  readonly saving: typeof import('./en/saving.ts').saving;
  readonly replay: typeof import('./en/studio/replay.ts').replay;
  readonly server: typeof import('./en/sync/server.ts').server;
  readonly settings: typeof import('./en/settings.ts').settings;
  readonly shared: typeof import('./en/shared.ts').shared;
  readonly shell: typeof import('./en/shell.ts').shell;
  readonly shortcuts: typeof import('./en/studio/shortcuts.ts').shortcuts;
  readonly sky: typeof import('./en/air/sky.ts').sky;
  readonly stamp: typeof import('./en/studio/stamp.ts').stamp;
  readonly studio: typeof import('./en/studio/studio.ts').studio;
  readonly supplies: typeof import('./en/air/supplies.ts').supplies;
  readonly time: typeof import('./en/time.ts').time;
  readonly feel: typeof import('./en/studio/feel.ts').feel;
  readonly tools: typeof import('./en/studio/tools.ts').tools;
  readonly trash: typeof import('./en/gallery/trash.ts').trash;
  readonly versions: typeof import('./en/studio/versions.ts').versions;
}

/** A place of the page whose texts load together. */
export type Place = keyof Catalogue;

/** Returns the texts of a place in another language. */
export type Translation = (place: Place, english: Words) => Words;

const ENGLISH = 'en-SG';
/** Places whose modules are loaded, by name. */
const places = new Map<Place, Words>();
/** Copies of the English texts of translated places. */
const originals = new Map<Words, Words>();
let translation: Translation | undefined;
let locale = ENGLISH;

/** The locale for Intl, a BCP 47 tag. */
export function currentLocale(): string {
  return locale;
}

/**
 * Registers the English texts of a place. Returns the same object, whose members are replaced when the page is
 * in another language. So code must read a text when it renders, not when its module is evaluated.
 */
export function defineWords<W extends Words>(place: Place, english: W): W {
  places.set(place, english);
  if (translation) translate(place, english, translation);
  return english;
}

function translate(place: Place, english: Words, into: Translation): void {
  originals.set(english, { ...english });
  Object.assign(english, into(place, english));
}

/**
 * Runs `make` with the English texts and locale: for the stamp, whose handwriting lacks the letters of some
 * languages.
 */
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

/**
 * Replaces the English texts of all places, also of those loaded later. Called once, before the first text is
 * read. Works without a page, too: tests then find things by the texts of another language.
 * @param tag BCP 47
 */
export function applyTranslation(tag: string, loaded: Translation): void {
  translation = loaded;
  locale = tag;
  for (const [name, english] of places) translate(name, english, loaded);
}
