/** What a person does with the photo under an open drawing. */
import { photoNo, placed } from '../../../support/underlay/photos.ts';
import type { Random } from '../../schedule/random.ts';
import type { PhotoAct } from '../../schedule/schedule.ts';
import type { Page, Pages } from './page.ts';

/** @param number of the act: no two acts place the same photo */
export async function changePhoto(
  kind: PhotoAct,
  page: Page,
  pages: Pages,
  random: Random,
  number: number,
): Promise<void> {
  const { underlay } = page;
  switch (kind) {
    case 'place photo': {
      const sha256 = await pages.keepPhoto(page.id, photoNo(number));
      // The page may have ended meanwhile, and another one is open.
      const shown = sha256 && (await pages.open(page.id));
      if (shown) shown.setUnderlay(placed(sha256, { x: number }));
      break;
    }
    case 'move photo':
      if (underlay) page.setUnderlay({ ...underlay, x: random.int(0, 999) + number / 1e6 });
      break;
    case 'remove photo':
      if (underlay) page.setUnderlay(null);
  }
}
