/** `npm run restore -- FILE`: puts a backup in the database's place. */
import { restore, runCommand } from './database.ts';

runCommand('restore', restore);
