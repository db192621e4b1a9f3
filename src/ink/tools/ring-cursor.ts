/** The eraser's cursor: a ring as wide as its tip, dark within light, so that it shows on any ink. */

/** Widest cursor that browsers show, CSS px. */
const WIDEST = 120;

/** @param across diameter in CSS px */
export function ringCursor(across: number): string {
  const r = Math.min(across, WIDEST) / 2;
  const middle = Math.ceil(r) + 2;
  const side = 2 * middle;
  const ring = (color: string, width: number) =>
    `<circle cx="${middle}" cy="${middle}" r="${r}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${ring('#fff', 3)}${ring('#000', 1)}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}") ${middle} ${middle}, cell`;
}
