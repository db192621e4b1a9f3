/**
 * Another process on the same database, for the tests of the SQLite store. Arguments: the file, and the task.
 * Each finished step prints a line.
 */
import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from '../../server/store/index.ts';
import { addOne } from './work.ts';

const [file = '', task = '', times = '0'] = process.argv.slice(2);

if (task === 'add') {
  const store = sqliteStore({ file });
  console.log('ready');
  for (let i = 0; i < Number(times); i++) console.log(await store.write(addOne));
  await store.close();
} else if (task === 'lock') {
  // Holds the write lock until told to release it.
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.once('data', () => {
    database.exec('COMMIT');
    database.close();
    process.exit();
  });
}
