import { defineWords } from '../../catalogue.ts';
import { isolate } from '../../format.ts';

/** Whether photos to draw from go to the server, too: in Settings, and in the panel of the photo. */
export const photoSync = defineWords('photoSync', {
  keep: 'Also keep photos on the server',
  /** What is true while the switch is off. */
  off: 'Photos to draw from stay on the device where you chose them. Your other devices get only the drawing.',
  /** @param host such as `draw.example.org` */
  on: (host: string) =>
    `Photos to draw from go to ${isolate(host)}, and to your other devices where this is on, too.`,
  /** After it was turned off. */
  stay: 'New photos stay on this device. Those on the server stay there.',
});
