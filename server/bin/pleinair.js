#!/usr/bin/env node
/** `pleinair COMMAND`: server/cli/pleinair.ts says what it can do. */
import { command } from './command.js';

await command(process.argv.slice(2));
