/** The photo that lay under a version, for its picture in the list. */
import type { Underlay } from '../../../core/drawing/types.ts';
import { drawPhoto } from '../../../ink/formats/index.ts';
import { strokesBounds, thumbnailArea } from '../../../ink/index.ts';
import type { Version } from './read-versions.ts';

/** Px, as a thumbnail. */
const [WIDTH, HEIGHT] = [320, 240];

/** Paints the photos of versions, and asks for each of them once. */
export class PhotoPictures {
  readonly #find: (sha256: string) => Promise<Blob | undefined>;
  readonly #photos = new Map<string, Promise<Blob | undefined>>();

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
      image.close();
      return canvas.toDataURL();
    } catch {
      return undefined;
    }
  }

  async #imageOf({ sha256 }: Underlay): Promise<ImageBitmap | undefined> {
    const known = this.#photos.get(sha256) ?? this.#find(sha256);
    this.#photos.set(sha256, known);
    const photo = await known;
    return photo && createImageBitmap(photo);
  }
}
