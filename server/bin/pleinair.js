#!/usr/bin/env node
/** `pleinair COMMAND`: see server/cli/pleinair.ts. */
import { command } from './command.js';

await command(process.argv.slice(2));
