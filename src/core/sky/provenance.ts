/** Where the feeds of the sky come from. */
import { PROVENANCE, type Provenance } from '../air/upstream/provenance.ts';
import type { Feed } from './types.ts';

const V2 = 'https://api-open.data.gov.sg/v2/real-time/api';

/** Value of `sources.*.url` before the first fetch. */
export const SKY_URLS: Readonly<Record<Feed, string>> = {
  forecast2h: `${V2}/two-hr-forecast`,
  rain: `${V2}/rainfall`,
  lightning: `${V2}/weather?api=lightning`,
  heat: `${V2}/weather?api=wbgt`,
  uv: `${V2}/uv`,
  wind: `${V2}/wind-speed`,
  forecast24h: `${V2}/twenty-four-hr-forecast`,
};

/** The same publisher, portal, licence and disclaimer as the air's, with data sets of its own. */
export const SKY_PROVENANCE: Provenance = {
  ...PROVENANCE,
  sourceUrls: [
    'https://data.gov.sg/datasets/d_3f9e064e25005b0e42969944ccaf2e7a/view',
    'https://data.gov.sg/datasets/d_ce2eb1e307bda31993c533285834ef2b/view',
    'https://data.gov.sg/collections/realtime-weather-readings/view',
  ],
};
