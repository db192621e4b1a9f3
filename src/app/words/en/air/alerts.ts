import type { AlertKind } from '../../../../core/alerts/preferences.ts';
import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** Alerts, in Settings and as messages on the page. */
export const alerts = defineWords('alerts', {
  about: 'Pleinair tells you when the air or the sky changes, also while it is closed.',
  /** In a browser that receives none while it is closed. */
  aboutHere: 'Pleinair tells you when the air or the sky changes.',
  promise: 'Alerts may come late or not at all. When you hear thunder, go.',
  town: 'Alerts for',
  kinds: {
    lightning: 'Lightning nearby',
    air: 'Worse air: the 1-hour PM2.5',
    rain: 'Rain',
    heat: 'High heat stress',
  },
  clear: 'An alert follows when it is over.',
  quiet: 'Quiet hours',
  quietNote: 'Singapore time. When they end, you hear what still holds.',
  from: 'From',
  until: 'Until',
  atMost: 'At most',
  times: (count: number) => plural(count, { one: '1 alert a day', other: `${number(count)} alerts a day` }),
  kept: 'The server keeps the address of this browser at its push service, the town and these choices. Nothing else.',
  saving: 'Saving…',
  on: 'On, also while Pleinair is closed.',
  onHere: 'On while Pleinair is open.',
  barriers: {
    unsupported: 'This browser shows alerts only while Pleinair is open.',
    insecure: 'Without a secure address (https), alerts show only while Pleinair is open.',
    install:
      'On an iPhone or iPad, alerts show only while Pleinair is open. To get them while it is closed too, add it to the Home Screen and turn them on there.',
    denied:
      'This browser blocks notifications from Pleinair, so alerts show only while it is open. To change that, allow them in the browser’s settings for this site.',
  },
  problems: {
    dismissed: 'Notifications are not allowed yet, so alerts show only while Pleinair is open.',
    offline:
      'No connection: the server does not know of this change yet. It holds while Pleinair is open, and the server is told when there is a connection.',
    push: 'The push service of this browser does not answer, so alerts show only while Pleinair is open.',
    full: 'This server has no room for another device, so alerts show only while Pleinair is open.',
    busy: 'Too many requests came from this network, so alerts show only while Pleinair is open. Turn one off and on again in some minutes.',
    refused: 'This server cannot send alerts to this browser, so they show only while Pleinair is open.',
    server:
      'The server does not answer as it should, and may not know of this change. It holds while Pleinair is open.',
  },

  /** Before the sentence about what has changed there. */
  alertFor: (town: string) => `Alert for ${town}.`,
  /** Without a figure. */
  warned: {
    lightning: 'Take shelter: lightning nearby.',
    air: 'The 1-hour PM2.5 is high.',
    rain: 'Rain is likely.',
    heat: 'Heat stress is high.',
  } satisfies Readonly<Record<AlertKind, string>>,
  over: {
    lightning: (town: string) => `No more lightning near ${town}. When you hear thunder, go.`,
    air: (town: string) => `The air near ${town} is normal again.`,
    rain: (town: string) => `No more rain in ${town}.`,
    heat: (town: string) => `Heat stress near ${town} is not high any more.`,
  } satisfies Readonly<Record<AlertKind, (town: string) => string>>,
  outdoors: 'Outdoors',
});
