/** The basic shapes of SVG as path data (SVG 2, 10). */
import { Refused } from '../common/refused.ts';
import { lengthOf } from './svg-style.ts';

type Attributes = ReadonlyMap<string, string>;

/**
 * The path data of a shape; `""` for one that draws nothing.
 * @throws Refused for points that are no numbers
 */
export function shapePath(name: string, attributes: Attributes): string {
  const at = (key: string) => lengthOf(attributes.get(key)) ?? 0;
  switch (name) {
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'polyline':
      return polyline(attributes);
    case 'polygon': {
      const line = polyline(attributes);
      return line && `${line}Z`;
    }
    case 'circle':
      return ellipse(at('cx'), at('cy'), at('r'), at('r'));
    case 'ellipse':
      return ellipse(at('cx'), at('cy'), at('rx'), at('ry'));
    default:
      return rectangle(at('x'), at('y'), at('width'), at('height'), attributes);
  }
}

function polyline(attributes: Attributes): string {
  const points = attributes.get('points')?.trim() ?? '';
  if (points === '') return '';
  if (/[^\d\s,.eE+-]/.test(points)) throw new Refused({ code: 'polyline', text: points.slice(0, 24) });
  return `M${points}`;
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  if (!(rx > 0 && ry > 0)) return '';
  const arc = `A${rx} ${ry} 0 0 1`;
  return `M${cx + rx} ${cy}${arc} ${cx - rx} ${cy}${arc} ${cx + rx} ${cy}Z`;
}

function rectangle(x: number, y: number, width: number, height: number, attributes: Attributes): string {
  if (!(width > 0 && height > 0)) return '';
  const given = [lengthOf(attributes.get('rx')), lengthOf(attributes.get('ry'))];
  const rx = Math.min(width / 2, Math.max(0, given[0] ?? given[1] ?? 0));
  const ry = Math.min(height / 2, Math.max(0, given[1] ?? given[0] ?? 0));
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`;
  const arc = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + rx} ${y}h${width - 2 * rx}${arc(rx, ry)}v${height - 2 * ry}${arc(-rx, ry)}` +
    `h${2 * rx - width}${arc(-rx, -ry)}v${2 * ry - height}${arc(rx, -ry)}Z`
  );
}
