/** The server's store: the port of src/api/ports.ts over SQLite. */
export type { Database } from './sql/database.ts';
export { NAME_MAX, type People, PeopleRefused, type Person } from './sql/people.ts';
export { backupTo, PREVIOUS_SUFFIX, restoreFrom } from './sqlite/backup.ts';
export { type SqliteOptions, sqliteDatabase, sqliteStore } from './sqlite/sqlite.ts';
