/** Sources changed while they are loaded, in this thread alone: what is on the disk stays as it is. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Edit {
  /** Relative to the repository's folder. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly from: string;
  readonly to: string;
}

export const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Limits that a run of a few strokes reaches. The product's own would take a thousand times as long.
 */
export const SMALL_WORLD: readonly Edit[] = [
  { file: 'src/core/drawing/limits.ts', from: 'STROKES_MAX = 20_000', to: 'STROKES_MAX = 14' },
  // Characters: three strokes or so.
  { file: 'src/sync/drawings/push/requests.ts', from: 'const SLICE = 4_000_000;', to: 'const SLICE = 250;' },
];

/** @throws when a snippet is not there, or more than once: the source has moved on, and the edit has to follow */
export function requireSnippets(edits: readonly Edit[]): void {
  for (const { file, from } of edits) {
    const times = readFileSync(join(ROOT, file), 'utf8').split(from).length - 1;
    if (times !== 1) throw new Error(`${file} has this ${times} times, not once:\n${from}`);
  }
}

/** From here on modules are loaded with these edits. */
export function rewriteSources(edits: readonly Edit[]): void {
  requireSnippets(edits);
  const byUrl = Map.groupBy(edits, ({ file }) => pathToFileURL(join(ROOT, file)).href);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const wanted = byUrl.get(url);
      if (wanted === undefined) return loaded;
      const { source: loadedSource = '' } = loaded;
      let source =
        typeof loadedSource === 'string' ? loadedSource : new TextDecoder().decode(loadedSource ?? undefined);
      // A function: `$` would mean something in a text.
      for (const { from, to } of wanted) source = source.replace(from, () => to);
      return { ...loaded, source };
    },
  });
}
