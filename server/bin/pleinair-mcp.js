#!/usr/bin/env node
/** `pleinair-mcp` is `pleinair mcp`, for assistants whose settings take one word. */
import { command } from './command.js';

await command(['mcp', ...process.argv.slice(2)]);
