/**
 * Shows what is drawn before the app has loaded: each stroke as a plain line, in the colour and the size of the brush in
 * hand. The app paints the strokes in their place.
 */
import { isDark } from '../paper/on-paper.ts';
import { HAND, type Place } from './early-moves.ts';

export interface EarlyMarks {
  /** A pointer comes down. A second finger ends the mark of the first: they pinch. */
  begin(event: PointerEvent): void;
  move(event: PointerEvent, parts: readonly PointerEvent[]): void;
  end(event: PointerEvent): void;
  /** Removes all, once the canvas is there. */
  remove(): void;
}

/** What localStorage has of the brush in hand (src/app/studio/tool-settings/kept-settings.ts). Any of it may be missing. */
interface Hand {
  readonly brush?: string;
  readonly brushes?: { readonly [brush: string]: Readonly<Record<'color' | 'size' | 'opacity', unknown>> };
  readonly fingersDraw?: boolean;
}

/** Paint that what is below shines through. */
const SHEER = /marker|wash/;

const SVG = 'http://www.w3.org/2000/svg';

/** Chalk (src/app/studio/tool-settings/palettes.ts), for paper on which ink is not seen. */
const CHALK = '#f3ece0';

/** Marks on what is shown at this place. */
export function showMarks({ camera, paper }: Place): EarlyMarks {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'early-marks');
  /** Those whose pointer is down. */
  const lines = new Map<number, SVGPolylineElement>();
  const fingers = new Set<number>();
  /** The colour in hand, or what is seen on the paper: chalk on a dark one, the style sheet's colour for chalk on white. */
  const seen = (color: string) => {
    if (!paper) return color === CHALK ? '' : color;
    return isDark({ color: paper }) && isDark({ color }) ? CHALK : color;
  };
  const add = (line: SVGPolylineElement, { clientX, clientY }: PointerEvent) => {
    const point = svg.createSVGPoint();
    point.x = clientX;
    point.y = clientY;
    line.points.appendItem(point);
  };
  return {
    begin(event) {
      const { brush = 'pen', brushes, fingersDraw } = hand();
      if (event.button !== 0 || event.altKey) return;
      if (event.pointerType === 'touch') {
        fingers.add(event.pointerId);
        if (fingers.size > 1) for (const finger of fingers) lines.get(finger)?.remove();
        if (fingers.size > 1 || fingersDraw === false) return;
      }
      const { color, size, opacity } = brushes?.[brush] ?? {};
      const line = document.createElementNS(SVG, 'polyline');
      lines.set(event.pointerId, line);
      line.setAttribute('stroke', seen(String(color)));
      line.setAttribute('stroke-width', String(Number(size) * camera.zoom));
      line.setAttribute('stroke-opacity', String(Number(opacity) * (SHEER.test(brush) ? 0.4 : 1)));
      // Twice: one point alone is not painted.
      add(line, event);
      add(line, event);
      svg.append(line);
      document.body.append(svg);
    },
    move(event, parts) {
      const line = lines.get(event.pointerId);
      if (line) for (const part of parts.length > 0 ? parts : [event]) add(line, part);
    },
    end({ pointerId }) {
      lines.delete(pointerId);
      fingers.delete(pointerId);
    },
    remove: () => svg.remove(),
  };
}

function hand(): Hand {
  try {
    return JSON.parse(localStorage.getItem(HAND) ?? '{}') ?? {};
  } catch {
    // Then it is a line in the style sheet's colour.
    return {};
  }
}
