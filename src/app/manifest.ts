import { SHARE_PATH } from '../sync/shared-file.ts';
import { app as words } from './words/en/app.ts';

/** The web app manifest, in English. Icons and screenshots: public/, drawn and taken for this project. */
export const manifest = {
  id: '/',
  name: words.name,
  short_name: words.name,
  description: words.description,
  lang: 'en-SG',
  dir: 'ltr' as const,
  start_url: '/',
  scope: '/',
  display: 'standalone' as const,
  theme_color: '#f4eee1',
  background_color: '#f4eee1',
  categories: ['graphics', 'weather', 'lifestyle'],
  // A window that is already open keeps its view, so that no drawing is left.
  launch_handler: { client_mode: ['focus-existing' as const, 'auto' as const] },
  file_handlers: [
    {
      action: '/',
      accept: {
        'application/vnd.excalidraw+json': ['.excalidraw'],
        'application/vnd.excalidrawlib+json': ['.excalidrawlib'],
        'application/json': ['.json'],
        'image/svg+xml': ['.svg'],
      },
    },
  ],
  share_target: {
    action: SHARE_PATH,
    method: 'POST' as const,
    enctype: 'multipart/form-data' as const,
    params: {
      files: [
        {
          name: 'file',
          accept: [
            'application/vnd.excalidraw+json',
            'application/vnd.excalidrawlib+json',
            'application/json',
            'image/svg+xml',
            '.excalidraw',
            '.excalidrawlib',
            '.json',
            '.svg',
          ],
        },
      ],
    },
  },
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' as const },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' as const },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
  ],
  shortcuts: [
    {
      name: words.newDrawing,
      description: words.newDrawingText,
      url: '/drawings/new',
      icons: [{ src: '/icons/shortcut-new-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: words.air,
      description: words.airText,
      url: '/air',
      icons: [{ src: '/icons/shortcut-air-96.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/drawings-narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow' as const,
      label: words.drawingsNarrow,
    },
    {
      src: '/screenshots/studio-narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow' as const,
      label: words.studioNarrow,
    },
    {
      src: '/screenshots/air-narrow.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow' as const,
      label: words.airNarrow,
    },
    {
      src: '/screenshots/drawings-wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide' as const,
      label: words.drawingsWide,
    },
    {
      src: '/screenshots/studio-wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide' as const,
      label: words.studioWide,
    },
  ],
};
