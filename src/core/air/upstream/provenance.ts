/** The origin and licence of the readings, and the disclaimer of this project. */

export interface Provenance {
  readonly publisher: string;
  readonly provider: string;
  readonly sourceUrls: readonly string[];
  readonly licence: string;
  readonly disclaimer: string;
}

export interface Affiliate {
  readonly disclosure: string;
  readonly catalogues: { readonly masks: string; readonly purifiers: string };
}

/** Members that readings, history, products and the guide share. */
export interface Envelope {
  readonly apiVersion: '1';
  readonly provenance: Provenance;
  readonly guideUrl: string;
  readonly affiliate: Affiliate;
}

/** Version of the air API, part of every body. */
export const API_VERSION = '1';

export const LICENCE_URL = 'https://data.gov.sg/open-data-licence';

/** The datasets' pages for people. `sources.*.url` has the addresses that were fetched. */
const DATASETS = {
  psi: 'https://data.gov.sg/datasets/d_fe37906a0182569d891506e815e819b7/view',
  pm25: 'https://data.gov.sg/datasets/d_e1058d6974c877257e32048ab128ad83/view',
};

/** Value of `sources.*.url` before the first fetch. */
export const UPSTREAM_URLS = {
  psi: 'https://api-open.data.gov.sg/v2/real-time/api/psi',
  pm25: 'https://api-open.data.gov.sg/v2/real-time/api/pm25',
};

export const PROVENANCE: Provenance = {
  publisher: 'National Environment Agency (NEA)',
  provider: 'data.gov.sg',
  sourceUrls: [DATASETS.psi, DATASETS.pm25],
  licence: LICENCE_URL,
  disclaimer:
    'Pleinair is an independent project. It is not a service of the National Environment Agency or of ' +
    'data.gov.sg, and neither endorses it. Follow the official advisories when your health depends on them.',
};

export const AFFILIATE_DISCLOSURE =
  'Product links are affiliate links: this project may receive a commission when you buy through them. ' +
  'The readings and the guidance do not depend on it.';

/**
 * The attribution that the licence requires, as one sentence.
 * @param accessed SGT date of the last fetch, `2026-09-28`; null if there was none
 */
export function attribution(accessed: string | null): string {
  const when = accessed === null ? '' : ` accessed on ${accessed}`;
  return (
    `Contains information from the PSI and PM2.5 datasets of the National Environment Agency${when} from ` +
    `data.gov.sg, made available under the terms of the Singapore Open Data Licence version 1.0 (${LICENCE_URL}).`
  );
}

/** @param publicUrl base address of this API, with or without a slash at its end */
export function envelope(publicUrl: string): Envelope {
  return {
    apiVersion: API_VERSION,
    provenance: PROVENANCE,
    guideUrl: guideUrl(publicUrl),
    affiliate: affiliate(publicUrl),
  };
}

/** @param publicUrl base address of this API, with or without a slash at its end */
export function guideUrl(publicUrl: string): string {
  return addressOf('/api/v1/guide', publicUrl);
}

/** @param publicUrl base address of this API, with or without a slash at its end */
export function affiliate(publicUrl: string): Affiliate {
  const products = addressOf('/api/v1/products?category=', publicUrl);
  return {
    disclosure: AFFILIATE_DISCLOSURE,
    catalogues: { masks: `${products}masks`, purifiers: `${products}purifiers` },
  };
}

/**
 * The absolute address of a path of this API.
 * @param publicUrl base address of this API, with or without a slash at its end
 */
export function addressOf(path: string, publicUrl: string): string {
  return publicUrl.replace(/\/+$/, '') + path;
}
