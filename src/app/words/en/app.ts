import { defineWords } from '../catalogue.ts';

/** The manifest and the page's head, which a browser reads before the app runs. Used by the build. */
export const app = defineWords('app', {
  name: 'Pleinair',
  description: 'Draw outdoors, with or without a network, and see what the air is like where you sit.',
  needsScripts:
    'Pleinair draws on this device and needs JavaScript. Allow scripts for this address and reload.',

  newDrawing: 'New drawing',
  newDrawingText: 'Open an empty sheet',
  air: 'Outdoors',
  airText: 'Air, rain, lightning and sun in Singapore',

  drawingsNarrow: 'Drawings on a phone',
  studioNarrow: 'A drawing on a phone, with the air above it',
  airNarrow: 'The air where you are, with its hour',
  drawingsWide: 'Drawings on a desktop',
  studioWide: 'A drawing on a desktop',
});
