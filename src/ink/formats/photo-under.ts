/** The photo under the ink in a file: only where a person asks for it. */
import type { Underlay } from '../../core/drawing/types.ts';
import type { Bounds } from '../geometry/bounds.ts';

type Place = Pick<Underlay, 'x' | 'y' | 'scale' | 'angle' | 'width' | 'height'>;

/** What the photo covers of the paper, drawing units. */
export function photoBounds({ x, y, scale, angle, width, height }: Place): Bounds {
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  const dx = (scale * (width * cos + height * sin)) / 2;
  const dy = (scale * (width * sin + height * cos)) / 2;
  return { minX: x - dx, minY: y - dy, maxX: x + dx, maxY: y + dy };
}

/**
 * Draws the photo on a canvas as it lies under the drawing.
 * @param scale px of the canvas for each drawing unit
 */
export function drawPhoto(
  context: CanvasRenderingContext2D,
  image: CanvasImageSource,
  { x, y, angle, opacity, width, height, ...photo }: Underlay,
  area: Bounds,
  scale: number,
): void {
  context.save();
  context.globalAlpha = opacity;
  context.imageSmoothingQuality = 'high';
  context.translate((x - area.minX) * scale, (y - area.minY) * scale);
  context.rotate((angle * Math.PI) / 180);
  context.scale(photo.scale * scale, photo.scale * scale);
  context.drawImage(image, -width / 2, -height / 2, width, height);
  context.restore();
}

/** The photo as an element of SVG. @param address a data URL of it: a file has all that it shows */
export function svgPhoto(address: string, { x, y, scale, angle, opacity, width, height }: Underlay): string {
  const transform = `translate(${x} ${y}) rotate(${angle}) scale(${scale}) translate(${-width / 2} ${-height / 2})`;
  return `<image href="${address}" width="${width}" height="${height}" opacity="${opacity}" transform="${transform}"/>\n`;
}
