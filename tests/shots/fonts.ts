/**
 * Fonts for the pictures. A small Linux has system fonts that nobody sees elsewhere. If available, fonts with
 * the metrics of those on phones and desktops are used instead.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLOSE = ['Inter', 'Roboto', 'Helvetica Neue', 'Liberation Sans', 'Nimbus Sans'];

/**
 * A font that nobody has: then a pattern that tests all fonts of a request matches only a request that names
 * none.
 */
const NOBODY = 'No such face';

/** Writes a fontconfig file. Returns the environment variables that point the browser to it. */
export function fontEnvironment(): Record<string, string> {
  const file = join(mkdtempSync(join(tmpdir(), 'pleinair-fonts-')), 'fonts.conf');
  const faces = CLOSE.map((family) => `<string>${family}</string>`).join('');
  const edit = `<edit name="family" mode="prepend" binding="strong">${faces}</edit>`;
  const rules = [
    ...['system-ui', 'sans-serif', 'sans'].map((family) => ({ family, qual: 'any' })),
    { family: NOBODY, qual: 'all' },
  ].map(
    ({ family, qual }) =>
      `<match target="pattern"><test name="family" qual="${qual}"><string>${family}</string></test>${edit}</match>`,
  );
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${rules.join('')}` +
      '<include ignore_missing="yes">/etc/fonts/fonts.conf</include></fontconfig>',
  );
  return { FONTCONFIG_FILE: file };
}
