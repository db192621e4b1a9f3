/** The safeguards of sync, each as a mutation that removes it. */
import { DATES } from './list/dates.ts';
import { DELETIONS } from './list/deletions.ts';
import { LAYERS } from './list/layers.ts';
import { MERGING } from './list/merging.ts';
import { PHOTOS } from './list/photos.ts';
import { REQUESTS } from './list/requests.ts';
import { TABS } from './list/tabs.ts';
import { VERSIONS_KEPT } from './list/versions.ts';
import type { Mutation } from './mutation.ts';

/** In the order of the table in docs/sync-simulator.md. */
export const MUTATIONS: readonly Mutation[] = [
  ...REQUESTS,
  ...MERGING,
  ...LAYERS,
  ...PHOTOS,
  ...DATES,
  ...DELETIONS,
  ...VERSIONS_KEPT,
  ...TABS,
];
