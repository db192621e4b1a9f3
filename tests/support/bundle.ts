import { build } from 'vite';

/** Bundles a test module, with all its imports, into one ES module that a page can load. */
export async function bundle(entry: string): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry, formats: ['es'], fileName: 'bundle' },
    },
  });
  const [result] = Array.isArray(results) ? results : [results];
  const chunk = result && 'output' in result ? result.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${entry} made no module`);
  return chunk.code;
}
