/** Writes the date and the weather at the chosen town onto the drawing. Its code loads with the first such stamp. */
import type { Ink } from '../../../ink/index.ts';
import { stamp as words } from '../../words/en/studio/stamp.ts';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';
import { placeStamp } from './place-stamp.ts';

/** Stamps the weather, or shows a message that says why not. */
export function stampWeather(session: Session, ink: Ink): void {
  import('./weather-stamp.ts').then(
    ({ weatherStamp }) => placeStamp(session, ink, weatherStamp),
    () => toastOf(session, words.notLoaded),
  );
}
