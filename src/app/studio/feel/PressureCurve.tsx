import { curved } from '../../../ink/index.ts';

/** The drawing of the curve: units a side, the edge around it, and its pieces. */
const SIDE = 100;
const EDGE = 6;
const PIECES = 40;
/** Steps from hard to soft, so that the middle is one of them. */
export const STEPS = 20;

interface PressureCurveProps {
  /** 0, hard, to 1, soft. */
  readonly softness: number;
  /** What a pen reports now, 0..1; undefined if none is down. */
  readonly pressure: number | undefined;
  readonly onBend: (softness: number) => void;
}

/** The curve from what the pen reports to what the line gets. It can be bent with the pointer; the slider is for keys. */
export function PressureCurve({ softness, pressure, onBend }: PressureCurveProps) {
  const places = Array.from({ length: PIECES + 1 }, (_, i) => i / PIECES);
  const at = (x: number, y: number) => `${(x * SIDE).toFixed(2)} ${((1 - y) * SIDE).toFixed(2)}`;
  /** The middle of the curve: the point of both axes from above. */
  const handle = (0.75 - softness / 2) * SIDE;
  const bend = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }) => {
    if (event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const unit = (part: number) => (part * (SIDE + 2 * EDGE) - EDGE) / SIDE;
    const x = unit((event.clientX - left) / width);
    const y = 1 - unit((event.clientY - top) / height);
    // The handle moves from the lower right to the upper left, half as far as the control point of the curve.
    const bent = Math.min(1, Math.max(0, 0.5 - x + y));
    onBend(Math.round(bent * STEPS) / STEPS);
  };
  return (
    <svg
      class="pressure-curve"
      viewBox={`${-EDGE} ${-EDGE} ${SIDE + 2 * EDGE} ${SIDE + 2 * EDGE}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        bend(event);
      }}
      onPointerMove={bend}
    >
      <rect width={SIDE} height={SIDE} />
      <path class="pressure-plain" d={`M${at(0, 0)}L${at(1, 1)}`} />
      <path class="pressure-line" d={`M${places.map((x) => at(x, curved(x, softness))).join('L')}`} />
      <circle class="pressure-handle" cx={handle} cy={handle} r="5" />
      {pressure !== undefined && (
        <circle
          class="pressure-now"
          cx={pressure * SIDE}
          cy={(1 - curved(pressure, softness)) * SIDE}
          r="3.5"
        />
      )}
    </svg>
  );
}
