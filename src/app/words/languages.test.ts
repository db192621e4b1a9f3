import { describe, expect, test } from 'vitest';
import { supplies } from './en/air/supplies.ts';
import { chosenLanguage, languageChoices } from './languages.ts';
import { accented, mirrored } from './pseudo.ts';

describe('words: the language', () => {
  test('is the chosen one, or else an offered one, or else English', () => {
    expect(chosenLanguage('ar-XB', ['en-US'])).toBe('ar-XB');
    expect(chosenLanguage('xx', ['en-US'])).toBe('en-SG');
    expect(chosenLanguage(null, ['de-CH', 'fr'])).toBe('en-SG');
    // A browser's preference alone chooses no language that is not offered.
    expect(chosenLanguage(null, ['ar-XB', 'en-XA'])).toBe('en-SG');
    expect(chosenLanguage('toString', [])).toBe('en-SG');
  });

  test('can be chosen from the offered ones and the current one', () => {
    expect(languageChoices('en-SG')).toEqual(['en-SG']);
    expect(languageChoices('ar-XB')).toEqual(['en-SG', 'ar-XB']);
  });

  test('en-XA changes every letter and lengthens all texts, but not marks', () => {
    const words = accented('supplies', {
      plain: 'Masks',
      rich: 'See <link>this</link>.',
      group: { count: (n: number) => `${n} items` },
    });
    expect(words.plain).toBe('Ṁååšķš');
    expect(words.rich).toBe('Šéééé <link>ţĥîîš</link>.');
    expect(words.group).toMatchObject({ count: expect.any(Function) });
    expect(typeof words.group === 'object' && typeof words.group.count === 'function').toBe(true);
    const before = Object.values(supplies).filter((word) => typeof word === 'string');
    const after = Object.values(accented('supplies', supplies)).filter((word) => typeof word === 'string');
    const length = (all: readonly string[]) => all.join('').length;
    expect(length(after) / length(before)).toBeGreaterThan(1.3);
    expect(after.join('')).not.toMatch(/[a-z]/i);
  });

  test('ar-XB keeps marks and line breaks', () => {
    const turned = (text: string) => `\u200f\u202e${text}\u202c\u200f`;
    const words = mirrored('supplies', { rich: 'See <link>this</link>.', lines: 'One\ntwo' });
    expect(words.rich).toBe(`${turned('See ')}<link>${turned('this')}</link>${turned('.')}`);
    expect(words.lines).toBe(`${turned('One')}\n${turned('two')}`);
  });
});
