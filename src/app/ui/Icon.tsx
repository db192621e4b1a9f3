/** The page's icons, on a grid of 24 units, drawn for this project. */

const PATHS = {
  drawings:
    'M6.5 4.5h8l3.5 3.6v11.4H6.5zM14.3 4.7v3.8h3.6M9.3 15.6c1.2-2.6 2.2-3.1 2.8-2.4.7.8-.6 2.3.3 2.6.8.2 1.5-1 2.6-1.1',
  air: 'M3.5 9.2h10.2c3.4 0 3.4-4.7.4-4.7-1.3 0-2.2.9-2.2 2M3.5 13h14.4c3.4 0 3.4 5 .2 5-1.4 0-2.2-.8-2.3-2M3.5 16.8h7.2',
  settings:
    'M4 7.2h8.4M17.2 7.2H20M4 16.8h3M11.8 16.8H20M14.8 4.8a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8zM9.4 14.4a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8z',
  plus: 'M12 5v14M5 12h14',
  more: 'M6 11.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6zM12 11.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6zM18 11.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6z',
  export: 'M12 14.4V4.6M8 8.4l4-3.9 4 3.9M5.2 13.6v3.9c0 1.1.8 1.9 1.9 1.9h9.8c1.1 0 1.9-.8 1.9-1.9v-3.9',
  import: 'M12 4.6v9.8M8 10.6l4 3.9 4-3.9M5.2 13.6v3.9c0 1.1.8 1.9 1.9 1.9h9.8c1.1 0 1.9-.8 1.9-1.9v-3.9',
  search: 'M10.6 4.6a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l4.6 4.6',
  pencil: 'M4.8 19.2l.9-4L15.9 5c.7-.7 1.7-.7 2.4 0l.7.7c.7.7.7 1.7 0 2.4L8.8 18.3zM14 6.9l3.1 3.1',
  trash: 'M4.5 7h15M9.5 6.8V4.6h5v2.2M6.6 7.2l.9 12.3h9l.9-12.3M10.2 10.8l.3 5.2M13.8 10.8l-.3 5.2',
  restore: 'M4.6 5.4v4.7h4.7M5 10c1.2-3 4-5 7.2-5a7 7 0 1 1-6.8 8.8',
  clock: 'M12 4.2a7.8 7.8 0 1 1 0 15.6 7.8 7.8 0 0 1 0-15.6zM12 7.8V12l3 2',
  check: 'M5 12.8l4.4 4.3L19 7.4',
  close: 'M6.2 6.2l11.6 11.6M17.8 6.2L6.2 17.8',
  refresh: 'M19.2 5v4.4h-4.4M18.9 9.2a7.2 7.2 0 1 0 .3 4.6',
  offline:
    'M4 4.2l16 15.6M7.4 7.9a5.4 5.4 0 0 0-.7 2 4 4 0 0 0 .6 8h9.5M10.4 5.8a5.4 5.4 0 0 1 6.9 4.4 3.9 3.9 0 0 1 2 6.2',
  warning: 'M12 4.4l8.4 15H3.6zM12 10v4.4M12 17v.2',
  shuffle:
    'M4 7.4h2.6c4.6 0 5.4 9.2 10.2 9.2H20M4 16.6h2.6c1.6 0 2.7-1.1 3.6-2.6M13.4 9.8c.9-1.4 1.9-2.4 3.4-2.4H20M17.6 5l2.4 2.4-2.4 2.4M17.6 14.2l2.4 2.4-2.4 2.4',
  back: 'M14.6 5.4L8 12l6.6 6.6',
  arrow: 'M9.4 5.4L16 12l-6.6 6.6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon, hidden from screen readers: it is beside words or inside an element with a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
