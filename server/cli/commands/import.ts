/** `npm run import -- FILE`: takes in what an export has, also while the server runs. */
import { archiveCommand, terminal } from './archive.ts';

process.exitCode = await archiveCommand('import', process.argv.slice(2), terminal());
