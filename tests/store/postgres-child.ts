/**
 * Another process on the same PostgreSQL database, for the tests of its store. It says `ready`, waits for a line,
 * opens the database and adds drawings, whose numbers it prints. Arguments: the address, and how many drawings.
 */
import { once } from 'node:events';
import { postgresDatabase } from '../../server/store/postgres/postgres.ts';
import { HOME } from '../../src/api/ports.ts';
import { addOne } from './work.ts';

const [url = '', times = '0'] = process.argv.slice(2);

console.log('ready');
await once(process.stdin, 'data');
const database = await postgresDatabase({ url });
const store = database.storeOf(HOME);
for (let i = 0; i < Number(times); i++) console.log(await store.write(addOne));
await database.close();
process.exit();
