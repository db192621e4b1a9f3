/** Reads colours as CSS and SVG write them (CSS Color 4), and writes them as a stroke stores them. */
import { COLOR_PATTERN } from '../../../core/drawing/limits.ts';
import { NAMED } from './color-names.ts';

/** An opaque colour and its opacity. */
export interface Paint {
  /** `#rrggbb` */
  readonly hex: string;
  /** 0..1 */
  readonly alpha: number;
}

/** Undefined for an unknown colour. `none` and `transparent` have alpha 0. */
export function parseColor(text: string): Paint | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'none' || value === 'transparent') return { hex: '#000000', alpha: 0 };
  if (COLOR_PATTERN.test(value)) return fromHex(value);
  const named = NAMED.get(value);
  if (named !== undefined) return { hex: `#${named}`, alpha: 1 };
  const match = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value);
  const parts = match?.[2]?.split(/[\s,/]+/).filter((part) => part !== '') ?? [];
  if (parts.length < 3 || parts.length > 4) return undefined;
  const alpha = parts[3] === undefined ? 1 : portion(parts[3], 1);
  const rgb = match?.[1] === 'rgb' ? parts.slice(0, 3).map((part) => portion(part, 255)) : fromHsl(parts);
  if (alpha === undefined || !rgb.every((v) => v !== undefined)) return undefined;
  return { hex: `#${rgb.map((v) => byte(v * 255)).join('')}`, alpha };
}

/** `#rrggbb`, or `#rrggbbaa` for a translucent colour. `times` multiplies the opacity. */
export function colorOf({ hex, alpha }: Paint, times = 1): string {
  const covers = Math.min(1, Math.max(0, alpha * times));
  return covers > 0.998 ? hex : `${hex}${byte(covers * 255)}`;
}

/** A stroke's colour, split into colour and opacity. */
export function fromHex(color: string): Paint {
  const short = color.length <= 5;
  const digits = short ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  const alpha = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) / 255 : 1;
  return { hex: `#${digits.slice(0, 6).toLowerCase()}`, alpha };
}

/** A number up to `whole`, or a percentage, as 0..1. */
function portion(text: string, whole: number): number | undefined {
  const percent = text.endsWith('%');
  const value = Number(percent ? text.slice(0, -1) : text) / (percent ? 100 : whole);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : undefined;
}

function fromHsl([hue = '', saturation = '', lightness = '']: readonly string[]): (number | undefined)[] {
  const h = Number(hue.replace(/deg$/, ''));
  const s = portion(saturation, 100);
  const l = portion(lightness, 100);
  if (!Number.isFinite(h) || s === undefined || l === undefined) return [undefined];
  const a = s * Math.min(l, 1 - l);
  return [0, 8, 4].map((n) => {
    const k = (((n + h / 30) % 12) + 12) % 12;
    return l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}

function byte(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}
