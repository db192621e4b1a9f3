/** Builds the app once, before any test of the browser starts. */
import { ensureBuild } from '../support/build.ts';

export default ensureBuild;
