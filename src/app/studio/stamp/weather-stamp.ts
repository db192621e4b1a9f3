/** The stamp of the weather that the page knows now. */
import { airNow } from '../../air/readings/readings.ts';
import { navigate } from '../../router.ts';
import { skyFailed, skyNow } from '../../sky/sky-now.ts';
import { town } from '../../sky/town.ts';
import { toast } from '../../ui/toasts.ts';
import { sky } from '../../words/en/air/sky.ts';
import { stamp as words } from '../../words/en/studio/stamp.ts';
import type { Stamp } from './place-stamp.ts';
import { stampedWeatherWords, weatherLines } from './weather-lines.ts';

/** Undefined, with a message that says why, before a town is chosen and while nothing of it has been loaded. */
export function weatherStamp(): Stamp | undefined {
  const chosen = town.value;
  if (chosen === undefined) {
    toast(words.noTown, { label: sky.chooseTown, run: () => navigate('/air') });
    return undefined;
  }
  const known = skyNow.value;
  if (known === undefined && !skyFailed.value) {
    toast(words.weatherLoading);
    return undefined;
  }
  const now = known?.now ?? airNow.value;
  return {
    lines: weatherLines(known?.sky, chosen, now),
    added: stampedWeatherWords(known?.sky, chosen, now),
    isWide: true,
  };
}
