/** What an alert says: a title and one sentence, which a notification shows when the app is closed. */
import { PM25_BANDS } from '../air/bands.ts';
import { hourInWords } from '../air/time/time.ts';
import { areaOf } from '../sky/place/areas.ts';
import type { Alert } from './alerts.ts';
import type { Look } from './evidence.ts';
import type { AlertKind, AlertPreferences } from './preferences.ts';

export interface AlertWords {
  readonly title: string;
  readonly body: string;
}

interface Told extends Look {
  readonly town: string;
  readonly level: number;
}

const WARNINGS: Readonly<Record<AlertKind, (told: Told) => AlertWords>> = {
  lightning: ({ town, sky }) => {
    const { nearestKm, lastStrikeAt } = sky.now.lightning;
    const last = lastStrikeAt === null ? '' : `, the last at ${timeOf(lastStrikeAt)}`;
    return {
      title: `Take shelter: lightning near ${town}`,
      body: `${nearestKm === null ? 'Strikes nearby' : `As near as ${nearestKm} km`}${last}. When you hear thunder, go.`,
    };
  },
  air: ({ town, level, pm25 }) => ({
    title: `${PM25_BANDS[level]?.label ?? 'High'} PM2.5 near ${town}`,
    body: `${airFigure(pm25)} ${level > 1 ? 'Draw indoors, or wear a mask.' : 'Take it easy outdoors.'}`,
  }),
  rain: ({ town, sky }) => {
    const { rain } = sky.now;
    const { forecast } = sky.next;
    if (rain !== null && rain.band !== 'none') {
      return { title: `Rain at ${town}`, body: `${rain.mmPer5min} mm in five minutes at ${rain.station}.` };
    }
    const until = forecast === null ? '' : `, until ${timeOf(forecast.to)}`;
    return { title: `Rain likely at ${town}`, body: `${forecast?.text ?? 'Rain'}${until}.` };
  },
  heat: ({ town, sky }) => {
    const { heat } = sky.now;
    const figure = heat === null ? '' : `WBGT ${heat.wbgt} °C at ${heat.station}. `;
    return { title: `High heat stress near ${town}`, body: `${figure}Rest in the shade, and drink.` };
  },
};

const ALL_CLEAR: Readonly<Record<AlertKind, (told: Told) => AlertWords>> = {
  lightning: ({ town }) => ({
    title: `No more lightning near ${town}`,
    body: 'None within 20 km for half an hour. When you hear thunder, go.',
  }),
  air: ({ town, pm25 }) => ({ title: `The air near ${town} is normal again`, body: airFigure(pm25) }),
  rain: ({ town }) => ({ title: `No more rain at ${town}`, body: 'None is measured or forecast now.' }),
  heat: ({ town }) => ({ title: `Less heat stress near ${town}`, body: 'It is not high any more.' }),
};

/** @param look the one that the alert is due to */
export function alertWords({ kind, level }: Alert, look: Look, { area }: AlertPreferences): AlertWords {
  const told = { ...look, town: areaOf(area).name, level };
  return (level > 0 ? WARNINGS : ALL_CLEAR)[kind](told);
}

function airFigure(pm25: Look['pm25']): string {
  return pm25 === null ? '' : `1-hour PM2.5 ${pm25.value} µg/m³ at ${hourInWords(pm25.at)}.`;
}

/** `16:05` of an instant in SGT. */
function timeOf(instant: string): string {
  return instant.slice(11, 16);
}
