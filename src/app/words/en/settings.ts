import { defineWords } from '../catalogue.ts';
import { isolate, number, plural } from '../format.ts';

const EXPORT_ALL = 'Export everything';
const IMPORT = 'Import';
const INSTALLED = 'Pleinair is installed and opens offline.';

/** Settings, except for the server and backup. `<b>` marks names of buttons. */
export const settings = defineWords('settings', {
  retry: 'Try again',
  profile: 'Profile',
  region: 'Region',
  alerts: 'Alerts',
  drawing: 'Drawing',
  storage: 'Storage',
  server: 'Server and backup',
  install: 'Install',
  about: 'About',

  language: 'Language',
  showIn: 'Show Pleinair in',
  likeBrowser: 'Same as the browser',
  languageNote: 'The page reloads in the language you choose.',

  showAirFor: 'Show the air for',
  regionNote: 'You choose the region. Pleinair never asks where you are.',

  fingers: 'Draw with finger',
  fingersOff: 'When off, fingers pan and zoom, and only the stylus draws.',
  sun: 'Sun mode',
  sunNote: 'Full contrast, larger controls and heavier lines, for drawing in bright light.',
  screenOn: 'Keep the screen on while drawing',
  screenOnNote: 'Until five minutes after the last stroke.',
  noScreenOn: 'This browser cannot keep the screen on.',
  leftHanded: 'Left-handed',
  leftHandedNote: 'When on, the tools are on the right, or Undo under the left thumb.',
  fingersLater: 'Turns off when you first use a stylus. Fingers then pan, and a resting hand draws nothing.',

  name: 'Name',
  shuffle: 'Shuffle',
  saveProfile: 'Save profile',
  profileSaved: 'Profile saved on this device.',
  profileNotSaved: 'The profile is not saved.',
  profileFailed: 'The profile did not load.',
  onlyHere: 'Only on this device.',
  everywhere: 'On this device, your server and your other devices.',
  nameTooLong: (most: number, over: number) =>
    `At most ${number(most)} characters: ${number(over)} too many.`,

  /** Sizes with their units, such as `1.4 MB`. */
  used: (used: string, quota: string) =>
    `${used} used <quota>of the ${quota} that this browser allows</quota>`,
  persistent: 'The browser keeps your drawings until you remove them.',
  clearable: 'The browser may delete drawings when the device runs low on space.',
  unknown: 'This browser does not say whether it keeps drawings when the device runs low on space.',
  keepSafe: 'Keep drawings safe',
  notAgreed: 'The browser has not agreed yet. It often does once Pleinair is installed or used more.',
  safariDeletes: 'Safari may delete these drawings',
  sevenDays:
    'Safari deletes what a site has stored after seven days of using Safari without opening the site.',
  backedUpStays: 'What is backed up to your server stays there.',
  takeCare: {
    ios: 'Export everything now and then, turn on backup to a server, or install Pleinair on the Home Screen.',
    mac: 'Export everything now and then, turn on backup to a server, or install Pleinair in the Dock.',
  },

  versions:
    'Each drawing keeps earlier versions of itself, which thin out as they age. They are never why a drawing is not saved: the oldest go first.',
  /** Sizes with their units. */
  versionsMost: (most: string) =>
    `All of them take at most ${most}. Deleting a drawing for good deletes its own.`,
  versionsTake: (used: string, most: string) =>
    `All of them take ${used} of at most ${most}. Deleting a drawing for good deletes its own.`,

  archiveText:
    'Everything fits into one zip file: your drawings, the trash and your profile. Keep it elsewhere, or import it on another device. An import never changes a drawing that is already here.',
  exportAll: EXPORT_ALL,
  import: IMPORT,
  importFile: 'File to import',
  cancel: 'Cancel',
  exporting: 'Exporting…',
  importing: 'Importing…',
  exportingOf: (done: number, total: number) =>
    plural(total, {
      one: `Exporting ${number(done)} of 1 drawing`,
      other: `Exporting ${number(done)} of ${number(total)} drawings`,
    }),
  importingOf: (done: number, total: number) =>
    plural(total, {
      one: `Importing ${number(done)} of 1 drawing`,
      other: `Importing ${number(done)} of ${number(total)} drawings`,
    }),
  noFileSaved: 'No file was saved.',
  importStopped: 'The import stopped.',
  cancelled: 'Cancelled. No file was saved.',
  saved: (drawings: number) =>
    plural(drawings, {
      one: 'Saved: 1 drawing and the profile.',
      other: `Saved: ${number(drawings)} drawings and the profile.`,
    }),
  notRead: (drawings: number) =>
    plural(drawings, {
      one: '1 drawing could not be read.',
      other: `${number(drawings)} drawings could not be read.`,
    }),
  imported: (drawings: number) =>
    plural(drawings, { one: '1 drawing imported.', other: `${number(drawings)} drawings imported.` }),
  hereAlready: (drawings: number) =>
    plural(drawings, {
      one: '1 drawing was here already.',
      other: `${number(drawings)} drawings were here already.`,
    }),
  copied: (drawings: number) =>
    plural(drawings, {
      one: '1 drawing differs from the one here. It was added as a copy.',
      other: `${number(drawings)} drawings differ from those here. They were added as copies.`,
    }),
  copiedBefore: (drawings: number) =>
    plural(drawings, {
      one: '1 drawing differs. An earlier import added it as a copy.',
      other: `${number(drawings)} drawings differ. An earlier import added them as copies.`,
    }),
  profileTaken: 'The profile was imported, too.',
  profileKept: 'Your profile stays. The file has another one.',
  stopped: {
    aborted: 'Cancelled before the end of the file.',
    full: 'This device is full. What was imported before stays.',
    unavailable: 'The storage of this device is not responding. What was imported before stays.',
  },
  things: (things: number) =>
    plural(things, { one: '1 thing was left out:', other: `${number(things)} things were left out:` }),
  /** Left-out entries of the file, by fault. */
  entries: {
    damaged: (name: string) => `${isolate(name)} is damaged.`,
    encrypted: (name: string) => `${isolate(name)} is encrypted.`,
    unknown_packing: (name: string) => `${isolate(name)} is compressed in a way that Pleinair cannot read.`,
    too_large: (name: string) => `${isolate(name)} is too large.`,
    unreadable: (name: string) => `${isolate(name)} could not be read.`,
    foreign: (name: string) => `${isolate(name)} is not part of an export.`,
    twice: (name: string) => `${isolate(name)} is in the file more than once. None was imported.`,
    miscounted: (name: string) => `${isolate(name)} counts more or fewer drawings than the file has.`,
    refused: (name: string) => `${isolate(name)} has content that Pleinair does not accept.`,
    damaged_here: (name: string) =>
      `${isolate(name)} was not imported: this drawing is damaged on this device.`,
    full: (name: string) => `${isolate(name)} was not imported: this device is full.`,
    unavailable: (name: string) => `${isolate(name)} was not imported: the storage is not responding.`,
  },
  /** Why the whole file was refused, by fault. */
  refused: {
    damaged: 'The file is damaged. Nothing was imported.',
    encrypted: 'The file is encrypted. Nothing was imported.',
    unknown_packing: 'The file is compressed in a way that Pleinair cannot read. Nothing was imported.',
    too_large: 'The file is too large. Nothing was imported.',
    no_zip: 'The file is not a zip file. Nothing was imported.',
    cut_off: 'The end of the file is missing. Nothing was imported.',
    no_export: 'The file is not an export of Pleinair. Nothing was imported.',
    other_version: 'Pleinair cannot read this version of an export. Nothing was imported.',
    newer_version:
      'The file is from a newer Pleinair. Nothing was imported. Update Pleinair, then try again.',
  },
  moreThings: (things: number) => `And ${number(things)} more.`,
  untitled: 'Untitled',
  leftOut: (title: string) => `${title}: the latest changes were not saved yet, and are not in the file.`,

  installed: INSTALLED,
  installedSafari: `${INSTALLED} It has its own drawings: Safari does not delete them, and does not show them.`,
  fromSafari: `To bring drawings from Safari, open Pleinair there, go to Settings and press <b>${EXPORT_ALL}</b>. Then press <b>${IMPORT}</b> here, under Storage, and choose that file.`,
  installWhy: 'As an app, Pleinair has its own window and icon, and opens offline.',
  installNow: 'Install Pleinair',
  installByHand:
    'As an app, Pleinair opens full screen and offline, and Safari does not delete its drawings.',
  beginsEmpty: {
    ios: '<b>The app on the Home Screen begins empty:</b> it has its own storage. Take your drawings along:',
    mac: '<b>The app in the Dock begins empty:</b> it has its own storage. Take your drawings along:',
  },
  exportFirst: 'Export everything, and save the file.',
  exportForApp: 'Export for the app',
  add: {
    ios: 'Tap Share, then <b>Add to Home Screen</b>.',
    mac: 'In the File menu, choose <b>Add to Dock</b>.',
  },
  importThere: `Open the new Pleinair, go to Settings, press <b>${IMPORT}</b> and choose the file.`,
  withServer: 'With a server you need no file: turn on backup here, and in the app with the same token.',
  installByBrowser: 'Look for <b>Install</b> in your browser’s menu. Pleinair then opens offline.',

  version: (version: string) => `Pleinair ${version}, free under the MIT licence.`,
  api: 'Everything here goes through <link>an API</link> that your own scripts can use, too.',
  credits:
    'The figures are from the National Environment Agency, through data.gov.sg, under the <link>Singapore Open Data Licence</link>. Pleinair is not an official service. Titles are set in Alegreya by Juan Pablo del Peral, under the SIL Open Font Licence.',
});
