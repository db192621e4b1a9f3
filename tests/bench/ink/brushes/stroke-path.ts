/** The parts of a stroke's shape as a canvas path: dots, and pieces between them. */

/** The part of a canvas that a path is built with: a Path2D or a context. */
export type PathSink = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'arc'>;

// Outlines are not closed: filling closes them, and Chromium walks the whole path at each closePath.

export function addDot(path: PathSink, x: number, y: number, radius: number): void {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
}

/**
 * A piece that tapers from one round end to the other, without the first end (the piece before drew it).
 * All parts turn the same way, so that a nonzero fill is their union.
 */
export function addSegment(
  path: PathSink,
  x0: number,
  y0: number,
  r0: number,
  x1: number,
  y1: number,
  r1: number,
): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length = Math.hypot(dx, dy);
  if (length > Math.abs(r1 - r0)) {
    // The normals of the two common tangents, which lean towards the thinner end.
    const lean = (r0 - r1) / length;
    const across = Math.sqrt(1 - lean * lean);
    const ux = dx / length;
    const uy = dy / length;
    const ax = ux * lean + uy * across;
    const ay = uy * lean - ux * across;
    const bx = ux * lean - uy * across;
    const by = uy * lean + ux * across;
    path.moveTo(x0 + ax * r0, y0 + ay * r0);
    path.lineTo(x1 + ax * r1, y1 + ay * r1);
    path.lineTo(x1 + bx * r1, y1 + by * r1);
    path.lineTo(x0 + bx * r0, y0 + by * r0);
  }
  addDot(path, x1, y1, r1);
}
