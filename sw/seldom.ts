/** What the worker does seldom: beside the routes for that, alerts that were pushed and files that other apps share. */
export { renewSubscription } from '../src/sync/alerts/renew.ts';
export { seldomApi, syncPhotos } from '../src/sync/seldom-api.ts';
export { openOutdoors, showPush } from './push.ts';
export { keepShared } from './share.ts';
