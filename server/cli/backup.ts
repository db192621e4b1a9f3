/** `npm run backup -- FILE`: copies the database as it is at one moment, also while the server runs. */
import { existsSync, statSync } from 'node:fs';
import { StartError } from '../start-error.ts';
import { backupTo } from '../store/index.ts';
import { databaseCommand, requireFile, runCommand } from './database.ts';

runCommand('backup', () => {
  const { file, database } = databaseCommand('backup');
  requireFile(database, 'the database');
  if (existsSync(file)) throw new StartError(`${file} exists already; a backup overwrites nothing`);
  backupTo(database, file);
  return `Backed up ${database} to ${file} (${statSync(file).size} bytes)`;
});
