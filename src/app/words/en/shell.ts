import { defineWords } from '../catalogue.ts';
import { number, plural } from '../format.ts';
import { quoted } from './drawings.ts';

/** The frame around every view, the headings of views that load later, messages, and the text in place of a view that failed. */
export const shell = defineWords('shell', {
  app: 'Pleinair',
  documentTitle: (view: string) => `${view} · Pleinair`,
  skip: 'Skip to content',
  drawings: 'Drawings',
  air: 'Outdoors',
  settings: 'Settings',
  guide: 'What the bands mean',
  supplies: 'Supplies',
  reference: 'API reference',
  loading: 'Loading…',
  offline: 'Offline',
  messages: 'Messages',
  dismiss: 'Dismiss',
  allDrawings: 'All drawings',
  reload: 'Reload',
  retry: 'Try again',
  /** A tooltip. @param key the shortcut, such as `Ctrl+Z` */
  withKey: (label: string, key: string) => `${label} (${key})`,

  notFound: 'Page not found',
  notFoundText: 'There is no page at this address. Your drawings are safe.',

  insecure: 'This address is not secure, so parts of Pleinair do not work.',
  insecureText:
    'Drawings are saved on this device, but the app cannot open offline and the stylus is less precise. Open Pleinair over HTTPS, or at http://localhost on the computer that runs it.',
  /** @param title of the first */
  notSaved: (drawings: number, title: string) =>
    plural(drawings, {
      one: `${quoted(title)} is not saved yet`,
      other: `${number(drawings)} drawings are not saved yet`,
    }),

  import: 'Import',
  /** Type of a file in the browser's save dialog. */
  zipFile: 'Zip file',
  filesToImport: 'Files to import',
  importMissing: 'That did not load. Nothing was imported. Reload and try again.',
  shareMissing: 'What was shared did not open. It is kept: reload to try again.',

  updateReady: 'Update ready',
  updateNow: 'Update now',
  later: 'Later',
  updateWouldLose: 'A drawing is not saved yet, and an update would lose it. Save it first.',
  updateTooSoon: 'A stroke is still being saved. Try again in a moment.',

  viewMissing: 'This page did not load.',
  viewStopped: 'This page stopped working.',
  partStopped: 'Part of this page stopped working.',
  somethingWrong: 'Something went wrong.',
  safe: 'Your drawings are safe on this device.',
  unsaved: 'Your last changes are not saved yet. Keep this page open until they are.',
  connect: 'Connect to a network, then reload.',
  tryAgain: 'Reload to try again. The other pages still work.',
});
