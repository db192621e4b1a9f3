/** What is used of gifenc, which has no types of its own. */
declare module 'gifenc' {
  /** Red, green and blue, 0..255. */
  export type Palette = number[][];

  /** A palette of at most `colors` for pixels of four bytes (RGBA). */
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, colors: number): Palette;
  /** The place of each pixel's nearest colour. */
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
  /** The place of the nearest colour. */
  export function nearestColorIndex(palette: Palette, color: readonly number[]): number;
  export function GIFEncoder(): {
    /** `delay`: ms. `repeat`: -1 once, 0 for ever. The palette of the first frame is that of all without one. */
    writeFrame(
      pixels: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette?: Palette; readonly delay: number; readonly repeat?: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
