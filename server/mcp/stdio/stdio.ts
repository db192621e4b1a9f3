/** `npm run --silent mcp`: MCP over stdio, configured by the environment. */
import { runStdio } from './stdio-run.ts';

await runStdio(process.env);
