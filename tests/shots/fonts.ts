/**
 * The system face of a small Linux is none that people see. Where they are there, faces that measure like those of
 * phones and desktops stand in for it in the pictures.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLOSE = ['Inter', 'Roboto', 'Helvetica Neue', 'Liberation Sans', 'Nimbus Sans'];

/** A face that nobody has: only a question that names no face at all passes a test of all its faces for it. */
const NOBODY = 'No such face';

/** Writes a fontconfig file; answers what the browser's environment has to say of it. */
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
