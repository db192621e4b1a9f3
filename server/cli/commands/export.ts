/** `npm run export -- FILE`: every drawing and the profile as one zip file, also while the server runs. */
import { archiveCommand, terminal } from './archive.ts';

process.exitCode = await archiveCommand('export', process.argv.slice(2), terminal());
