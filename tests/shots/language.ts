/** The language of the pictures: that of the pages, and of the words by which the states find things. */
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { applyTranslation, currentLocale } from '../../src/app/words/catalogue.ts';
import { LANGUAGE_KEY, LANGUAGES } from '../../src/app/words/languages.ts';

/**
 * Puts the words of the catalogue into a language, here and in every context that is opened from now on.
 * @param tag one of LANGUAGES
 */
export async function setLanguage(tag: string): Promise<void> {
  const translation = await LANGUAGES[tag]?.load?.();
  if (translation) applyTranslation(tag, translation);
}

/** Opens a context whose pages are in the language of the catalogue. */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(
    ([key, tag]) => {
      // An empty page has no storage.
      if (origin !== 'null') localStorage.setItem(key, tag);
    },
    [LANGUAGE_KEY, currentLocale()] as const,
  );
  return context;
}
