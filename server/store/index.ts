/** The server's store: the port of src/api/ports.ts over SQLite. */
export { backupTo, PREVIOUS_SUFFIX, restoreFrom } from './backup.ts';
export { NAME_MAX, type People, PeopleRefused, type Person } from './people.ts';
export { type Database, type SqliteOptions, sqliteDatabase, sqliteStore } from './sqlite.ts';
