#!/usr/bin/env node
/** `pleinair-mcp`: the same as `pleinair mcp`, for assistants that are given one word. */
import { command } from './command.js';

await command(['mcp', ...process.argv.slice(2)]);
