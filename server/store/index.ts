/** The store of the server: SQL behind the port of src/api/ports.ts. */
export { backupTo, KEPT_SUFFIX, restoreFrom } from './backup.ts';
export { type SqliteOptions, sqliteStore } from './sqlite.ts';
