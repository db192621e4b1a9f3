/**
 * What the worker does seldom: beside the routes for that, alerts that were pushed, files that other apps share, and turning
 * sync on.
 */
export { renewSubscription } from '../src/sync/alerts/renew.ts';
export { readPairing } from '../src/sync/runner/pairing.ts';
export { checkServer } from '../src/sync/runner/server-check.ts';
export { seldomApi, syncPhotos } from '../src/sync/seldom-api.ts';
export { openOutdoors, showPush } from './push.ts';
export { keepShared } from './share.ts';
