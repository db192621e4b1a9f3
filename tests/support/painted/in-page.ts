/** Runs in the page of `painter-page.ts`. */
import { goldenDigests } from './goldens.ts';

Object.assign(globalThis, { goldenDigests });
