/** Changes sources while they are loaded, in this thread alone. The files stay as they are. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Edit {
  /** Path from the repository's folder. */
  readonly file: string;
  /** Must occur exactly once. */
  readonly from: string;
  readonly to: string;
}

export const ROOT = join(import.meta.dirname, '..', '..');

/** Limits small enough for a run of a few strokes. The product's own would take a thousand times as long. */
export const SMALL_WORLD: readonly Edit[] = [
  { file: 'src/core/drawing/limits.ts', from: 'STROKES_MAX = 20_000', to: 'STROKES_MAX = 14' },
  { file: 'src/core/drawing/limits.ts', from: 'LAYERS_MAX = 8', to: 'LAYERS_MAX = 5' },
  // So that versions are kept, thinned out and give way. A version of no chunks takes about 300.
  {
    file: 'src/core/drawing/versions.ts',
    from: 'VERSION_EVERY_MS = 10 * 60_000',
    to: 'VERSION_EVERY_MS = 2_000',
  },
  { file: 'src/core/drawing/versions.ts', from: 'VERSIONS_MAX = 64', to: 'VERSIONS_MAX = 4' },
  {
    file: 'src/core/drawing/versions.ts',
    from: ' VERSIONS_SIZE_MAX = 16 * 1024 * 1024',
    to: ' VERSIONS_SIZE_MAX = 1_600',
  },
  {
    file: 'src/core/drawing/versions.ts',
    from: 'SPACE_VERSIONS_SIZE_MAX = 64 * 1024 * 1024',
    to: 'SPACE_VERSIONS_SIZE_MAX = 2_000',
  },
  // Characters: about three strokes.
  { file: 'src/sync/drawings/push/requests.ts', from: 'const SLICE = 4_000_000;', to: 'const SLICE = 250;' },
];

/**
 * @throws if a snippet does not occur exactly once: the source has changed, and the edit must follow
 */
export function requireSnippets(edits: readonly Edit[]): void {
  for (const { file, from } of edits) {
    const times = readFileSync(join(ROOT, file), 'utf8').split(from).length - 1;
    if (times !== 1) throw new Error(`${file} has this ${times} times, not once:\n${from}`);
  }
}

/** From now on modules are loaded with these edits. */
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
      // As a function: in a text, `$` would have a meaning.
      for (const { from, to } of wanted) source = source.replace(from, () => to);
      return { ...loaded, source };
    },
  });
}
