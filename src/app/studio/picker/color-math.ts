/** Colours as hue, saturation and value, as a picker shows them, and as the hex codes of strokes. Pure. */

/** A colour as a picker shows it. */
export interface Hsv {
  /** Degrees, 0 <= hue < 360. */
  readonly hue: number;
  /** 0, grey, to 1. */
  readonly saturation: number;
  /** 0, black, to 1. */
  readonly value: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Red, green and blue, 0..255, of `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
function rgbOf(color: string): Rgb {
  const short = color.length < 6;
  const part = (i: number) => {
    const digits = short ? color.slice(1 + i, 2 + i).repeat(2) : color.slice(1 + 2 * i, 3 + 2 * i);
    return Number.parseInt(digits, 16);
  };
  return [part(0), part(1), part(2)];
}

/** `#rrggbb` */
export function hexOf({ hue, saturation, value }: Hsv): string {
  const sector = (((hue % 360) + 360) % 360) / 60;
  const part = (offset: number) => {
    const k = (offset + sector) % 6;
    const light = clamped(value) * (1 - clamped(saturation) * Math.max(0, Math.min(k, 4 - k, 1)));
    return Math.round(light * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(5)}${part(3)}${part(1)}`;
}

/**
 * @param color `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; an opacity in it is left out
 * @param hue the hue of a grey, which has none of its own
 */
export function hsvOf(color: string, hue = 0): Hsv {
  const [r, g, b] = rgbOf(color);
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  const value = most / 255;
  if (range === 0) return { hue, saturation: 0, value };
  const sixth = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return { hue: (sixth * 60 + 360) % 360, saturation: range / most, value };
}

/** A code that a person typed or pasted, as `#rrggbb`; undefined if it is none. The # may be missing. */
export function typedHex(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${full.toLowerCase()}`;
}

/** Where each hue ends, degrees. */
const HUES = [
  { name: 'red', to: 15 },
  { name: 'orange', to: 45 },
  { name: 'yellow', to: 70 },
  { name: 'green', to: 165 },
  { name: 'cyan', to: 200 },
  { name: 'blue', to: 255 },
  { name: 'purple', to: 290 },
  { name: 'pink', to: 345 },
  { name: 'red', to: 361 },
] as const;

export type HueName = (typeof HUES)[number]['name'];

export function hueName(hue: number): HueName {
  return HUES.find(({ to }) => hue < to)?.name ?? 'red';
}

/** Luminance, 0 to 1 (WCAG 2.2, relative luminance). */
function luminance(color: string): number {
  const [r, g, b] = rgbOf(color).map((part) => {
    const light = part / 255;
    return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
