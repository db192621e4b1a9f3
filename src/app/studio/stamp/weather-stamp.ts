/** The stamp of the weather that the page knows now. */
import { airNow } from '../../air/readings/readings.ts';
import { navigate } from '../../router.ts';
import { skyFailed, skyNow } from '../../sky/sky-now.ts';
import { town } from '../../sky/town.ts';
import { sky } from '../../words/en/air/sky.ts';
import { stamp as words } from '../../words/en/studio/stamp.ts';
import type { Session } from '../session/session.ts';
import { toastOf } from '../session/toast-with-undo.ts';
import type { Stamp } from './place-stamp.ts';
import { stampedWeatherWords, weatherLines } from './weather-lines.ts';

/** Undefined, with a message that says why, before a town is chosen and while nothing of it has been loaded. */
export function weatherStamp(session: Session): Stamp | undefined {
  const chosen = town.value;
  if (chosen === undefined) {
    toastOf(session, words.noTown, undefined, { label: sky.chooseTown, run: () => navigate('/air') });
    return undefined;
  }
  const known = skyNow.value;
  if (known === undefined && !skyFailed.value) {
    toastOf(session, words.weatherLoading);
    return undefined;
  }
  const now = known?.now ?? airNow.value;
  return {
    lines: weatherLines(known?.sky, chosen, now),
    added: stampedWeatherWords(known?.sky, chosen, now),
    isWide: true,
  };
}
