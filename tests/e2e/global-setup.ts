/** Builds the app once, before the first browser test. */
import { ensureBuild } from '../support/build.ts';

export default ensureBuild;
