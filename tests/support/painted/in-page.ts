/** Runs in the page of `painter-page.ts`. */
import { goldenDigests } from './goldens.ts';
import { wetDifferences } from './hand.ts';

Object.assign(globalThis, { goldenDigests, wetDifferences });
