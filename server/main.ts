/** `npm start`, once everything is installed and built: the server, configured by the environment. */
import { runServer } from './run-server.ts';

await runServer(process.env);
