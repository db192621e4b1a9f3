import { defineWords } from '../../catalogue.ts';
import { number, plural } from '../../format.ts';

/** Alerts, in Settings. */
export const alerts = defineWords('alerts', {
  about: 'A notification when the air or the sky changes, also while Pleinair is closed.',
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
  quietNote: 'Singapore time. What still holds afterwards is sent then.',
  from: 'From',
  until: 'Until',
  atMost: 'At most in a day',
  times: (count: number) => plural(count, { one: '1 alert', other: `${number(count)} alerts` }),
  kept: 'The server keeps the address of this browser at its push service, the town and these choices. Nothing else.',
  saving: 'Saving…',
  on: 'On',
  barriers: {
    unsupported: 'This browser cannot receive alerts.',
    insecure: 'Alerts need a secure address (https).',
    install: 'On an iPhone or iPad, first add Pleinair to the Home Screen. Then turn on alerts there.',
    denied: 'This browser blocks notifications from Pleinair. Allow them in its settings for this site.',
  },
  problems: {
    dismissed: 'Notifications are not allowed yet, so alerts are off.',
    offline: 'No connection. Nothing has changed.',
    push: 'The push service of this browser does not answer. Nothing has changed.',
    full: 'This server has no room for another device.',
    refused: 'This server cannot send alerts to this browser.',
    server: 'The server does not answer as it should. Nothing has changed.',
  },
});
