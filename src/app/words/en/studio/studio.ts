import { place } from '../../catalogue.ts';

/** The studio: one drawing, open. Its tools, the sheet of keys and the stamp have places of their own. */
export const studio = place('studio', {
  title: 'Title',
  more: 'More',
  menu: {
    stamp: 'Add air stamp',
    stampNote: 'Place, date and air, in your colour',
    import: 'Import',
    importNote: 'Add a file to this drawing',
    map: 'Map',
    mapNote: 'Shows where you are',
    fullScreen: 'Full screen',
    fullScreenNote: 'Shows only the paper',
    keys: 'Keyboard shortcuts',
    keysNote: 'And gestures',
  },
  exitFullScreen: 'Exit full screen',
});
