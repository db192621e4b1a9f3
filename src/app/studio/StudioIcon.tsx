/** The icons of the studio, drawn like the page's own: a 24-unit grid, one pen. */
const PATHS = {
  pen: 'M5 19l.8-3.9L15.6 5.3c.8-.8 1.9-.8 2.7 0l.4.4c.8.8.8 1.9 0 2.7L8.9 18.2zM13.8 7.1l3.1 3.1',
  eraser:
    'M9.2 19.2h10.3M4.9 14.9l8.7-9.3c.7-.8 1.8-.8 2.5-.1l3.3 3.2c.8.7.8 1.8.1 2.6l-7.2 7.9H8.5l-3.5-3.4c-.3-.3-.3-.6-.1-.9zM9.3 10.3l5.7 5.6',
  hand: 'M7.6 13.4V7.2a1.4 1.4 0 0 1 2.8 0v4.2V5.6a1.4 1.4 0 0 1 2.8 0v5.6V6.8a1.4 1.4 0 0 1 2.8 0v5.2V9.3a1.4 1.4 0 0 1 2.8 0v5c0 3.4-2.3 5.7-5.4 5.7-2.6 0-4.1-1-5.4-3.1l-2.9-4.6c-.9-1.5 1-2.6 2.1-1.3z',
  undo: 'M8.6 5.2L4.4 9.4l4.2 4.2M4.8 9.4h8.7a5.1 5.1 0 0 1 0 10.2h-3',
  redo: 'M15.4 5.2l4.2 4.2-4.2 4.2M19.2 9.4h-8.7a5.1 5.1 0 0 0 0 10.2h3',
  zoomIn: 'M12 6v12M6 12h12',
  zoomOut: 'M6 12h12',
  fit: 'M4.8 9.2V6.6c0-1 .8-1.8 1.8-1.8h2.6M14.8 4.8h2.6c1 0 1.8.8 1.8 1.8v2.6M19.2 14.8v2.6c0 1-.8 1.8-1.8 1.8h-2.6M9.2 19.2H6.6c-1 0-1.8-.8-1.8-1.8v-2.6',
  export: 'M12 14.4V4.6M8 8.4l4-3.9 4 3.9M5.2 13.6v3.9c0 1.1.8 1.9 1.9 1.9h9.8c1.1 0 1.9-.8 1.9-1.9v-3.9',
  picture: 'M5 6.4h14v11.2H5zM5.3 15.4l4-4.2 3.4 3.4 2-1.9 4 3.9M15.4 9.2a.9.9 0 1 1 0 .1',
  braces:
    'M9 5.2c-1.7 0-2.2.8-2.2 2.2v2.2c0 1.4-.6 2.4-2 2.4 1.4 0 2 1 2 2.4v2.2c0 1.4.5 2.2 2.2 2.2M15 5.2c1.7 0 2.2.8 2.2 2.2v2.2c0 1.4.6 2.4 2 2.4-1.4 0-2 1-2 2.4v2.2c0 1.4-.5 2.2-2.2 2.2',
} as const;

export type StudioIconName = keyof typeof PATHS;

export function StudioIcon({ name }: { readonly name: StudioIconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
