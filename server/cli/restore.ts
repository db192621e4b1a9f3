/**
 * `npm run restore -- FILE`: puts a backup in the database's place. The store's epoch is new afterwards,
 * so that devices which synced past the backup notice and merge instead of trusting old revisions.
 */
import { restoreFrom } from '../store/index.ts';
import { databaseCommand, requireFile, runCommand } from './database.ts';

runCommand('restore', () => {
  const { file, database } = databaseCommand('restore');
  requireFile(file, 'the backup');
  const kept = restoreFrom(file, database);
  return `Restored ${database} from ${file}${kept === undefined ? '' : `; what was there is kept as ${kept}`}`;
});
