/** The photo that lay under a version, for its picture in the list. */
import type { Underlay } from '../../../core/drawing/types.ts';
import { drawPhoto } from '../../../ink/formats/index.ts';
import { strokesBounds, thumbnailArea } from '../../../ink/index.ts';
import type { Version } from './read-versions.ts';

/** Px, as a thumbnail. */
const [WIDTH, HEIGHT] = [320, 240];

/** Paints the photos of versions. Each is asked for and decoded once: most versions have the same. */
export class PhotoPictures {
  readonly #find: (sha256: string) => Promise<Blob | undefined>;
  readonly #photos = new Map<string, Promise<HTMLCanvasElement | undefined>>();

  /** @param find the photo of this digest; undefined if it is not on this device */
  constructor(find: (sha256: string) => Promise<Blob | undefined>) {
    this.#find = find;
  }

  /**
   * A data URL of what lies under the thumbnail of the version; undefined if nothing does. The strokes are what counts, so
   * a photo that cannot be painted is left out.
   */
  async under({ strokes, underlay }: Version): Promise<string | undefined> {
    const bounds = strokesBounds(strokes);
    if (!underlay?.visible || !bounds) return undefined;
    try {
      const image = await this.#imageOf(underlay);
      if (!image) return undefined;
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [WIDTH, HEIGHT];
      const area = thumbnailArea(bounds, WIDTH);
      const context = canvas.getContext('2d');
      if (context) drawPhoto(context, image, underlay, area, WIDTH / (area.maxX - area.minX));
      return canvas.toDataURL();
    } catch {
      return undefined;
    }
  }

  #imageOf({ sha256 }: Underlay): Promise<HTMLCanvasElement | undefined> {
    const known = this.#photos.get(sha256) ?? this.#find(sha256).then((photo) => photo && smaller(photo));
    this.#photos.set(sha256, known);
    return known;
  }
}

/** The photo at twice the width of a picture at most: a whole one takes up to 64 MB. */
async function smaller(photo: Blob): Promise<HTMLCanvasElement> {
  const image = await createImageBitmap(photo);
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(image.width, 2 * WIDTH);
  canvas.height = Math.max(1, Math.round((canvas.width * image.height) / image.width));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas;
}
