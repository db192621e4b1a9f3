import { Select } from '../ui/Field.tsx';
import { settings as words } from '../words/en/settings.ts';
import { chooseLanguage, LANGUAGES, storedLanguage } from '../words/languages.ts';

/**
 * Chooses the language of the page. Each language is named in its own words.
 * @param choices tags, at least two
 */
export function LanguageSection({ choices }: { readonly choices: readonly string[] }) {
  const named = choices.map((tag) => ({ value: tag, label: LANGUAGES[tag]?.name ?? tag, lang: tag }));
  return (
    <>
      <Select
        label={words.showIn}
        value={storedLanguage()}
        options={[{ value: '', label: words.likeBrowser }, ...named]}
        onPick={chooseLanguage}
      />
      <p class="small soft">{words.languageNote}</p>
    </>
  );
}
