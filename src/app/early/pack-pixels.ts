/**
 * Pixels as a PNG: exact, of half the bytes or less, and decoded about as fast as the pixels are read. Browsers write WebP
 * with losses, and take ten times as long.
 */

/**
 * @param pixels RGBA, not premultiplied
 * @returns undefined if this browser writes no such file
 */
export async function packPixels(
  pixels: ArrayBuffer,
  width: number,
  height: number,
): Promise<ArrayBuffer | undefined> {
  // Written by the processor: a canvas on the graphics card would have to be read back first.
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return file?.arrayBuffer();
}
