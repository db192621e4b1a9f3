/** `npm run backup -- FILE`: copies the database as it is at one moment, also while the server runs. */
import { backup, runCommand } from './database.ts';

runCommand('backup', backup);
