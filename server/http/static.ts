/** Serves the built app from memory: it is small and changes only with a new build. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  // Source files are shown as text: the type registered for this ending is a video.
  '.ts': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};
/** What the build has compressed (precompress.ts) lies beside the file. */
const BROTLI = '.br';

/** For hashed names: other content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time: the shell, the worker and the manifest must never be outdated. */
const REVALIDATED = 'no-cache';

interface Variant {
  bytes(): Promise<Buffer<ArrayBuffer>>;
  readonly encoding?: string;
  readonly etag: string;
}
interface StaticFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly plain: Variant;
  /** In order of preference, for a client that accepts them equally. */
  readonly packed: readonly Variant[];
}

/** Responds to any path that is no API route. */
export type StaticSite = (request: Request, path: string) => Promise<Response>;

const APP_ADDRESSES = new Set(['/', '/air', '/air/guide', '/supplies', '/settings', '/docs']);

/**
 * True for an address of the app, where the shell is served. Whether a drawing exists is for the app to find
 * out.
 */
export function isAppAddress(path: string): boolean {
  return APP_ADDRESSES.has(path) || /^\/(?:drawings|trash)\/[^/]+$/.test(path);
}

const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Page not found - Pleinair</title></head>
<body><h1>Page not found</h1><p>Your drawings are safe.</p><p><a href="/">All drawings</a></p></body></html>
`;
const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not built - Pleinair</title></head>
<body><h1>The app is not built</h1><p>The API answers under /api/v1. Run <code>npm run build</code> and start the server again.</p></body></html>
`;

/**
 * Reads a build folder.
 * @param dir the build folder; if it is missing, every response says that the app is not built
 */
export async function loadSite(dir: string): Promise<StaticSite> {
  const files = await readFiles(dir);
  const shell = files.get('/index.html');
  const notFound = files.get('/404.html');
  return async (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed();
    const file = files.get(path) ?? (isAppAddress(path) ? shell : undefined);
    if (file !== undefined) return respond(request, file, 200);
    if (shell === undefined) return page(NOT_BUILT_PAGE, 503);
    const trimmed = path.replace(/\/+$/, '');
    if (trimmed !== path && trimmed !== '' && isAppAddress(trimmed)) return redirect(trimmed);
    return notFound === undefined ? page(NOT_FOUND_PAGE, 404) : respond(request, notFound, 404);
  };
}

async function readFiles(dir: string): Promise<ReadonlyMap<string, StaticFile>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const contents = new Map<string, Buffer<ArrayBuffer>>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    contents.set(`/${relative(dir, file).split(sep).join('/')}`, await readFile(file));
  }
  const files = new Map<string, StaticFile>();
  for (const [path, bytes] of contents) {
    if (path.endsWith(BROTLI) && contents.has(path.slice(0, -BROTLI.length))) continue;
    const packed = contents.get(path + BROTLI);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    files.set(path, {
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      cacheControl: path.startsWith('/assets/') ? IMMUTABLE : REVALIDATED,
      plain: { bytes: async () => bytes, etag: `"${hash}"` },
      packed:
        packed === undefined
          ? []
          : [
              { bytes: async () => packed, encoding: 'br', etag: `"${hash}-br"` },
              { bytes: zipped(bytes), encoding: 'gzip', etag: `"${hash}-gzip"` },
            ],
    });
  }
  return files;
}

/** Compresses when it is first asked for: by a browser on an address without HTTPS, which accepts no brotli there. */
function zipped(bytes: Buffer): Variant['bytes'] {
  let made: Promise<Buffer<ArrayBuffer>> | undefined;
  return () => {
    made ??= promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
    return made;
  };
}

/** The weight that a client gives an encoding, 0 to 1 (RFC 9110, 12.5.3). */
export function encodingWeight(acceptEncoding: string, name: string): number {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const value = weight === undefined ? 1 : Number(weight);
    weights.set(coding, value >= 0 && value <= 1 ? value : 0);
  }
  return weights.get(name) ?? weights.get('*') ?? 0;
}

function chooseVariant(request: Request, file: StaticFile): Variant {
  const accepted = request.headers.get('accept-encoding') ?? '';
  let best = file.plain;
  let bestWeight = 0;
  for (const variant of file.packed) {
    const weight = encodingWeight(accepted, variant.encoding ?? 'identity');
    if (weight > bestWeight) [best, bestWeight] = [variant, weight];
  }
  return best;
}

/** True if the tags match by weak comparison (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

async function respond(request: Request, file: StaticFile, status: 200 | 404): Promise<Response> {
  const variant = chooseVariant(request, file);
  const headers: Record<string, string> = {
    'Cache-Control': status === 200 ? file.cacheControl : 'no-store',
    ETag: variant.etag,
    ...(file.packed.length > 0 ? { Vary: 'Accept-Encoding' } : {}),
  };
  const ifNoneMatch = request.headers.get('if-none-match');
  if (status === 200 && ifNoneMatch !== null && matches(ifNoneMatch, variant.etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers['Content-Type'] = file.type;
  if (variant.encoding !== undefined) headers['Content-Encoding'] = variant.encoding;
  const bytes = await variant.bytes();
  headers['Content-Length'] = String(bytes.length);
  return new Response(request.method === 'HEAD' ? null : bytes, { status, headers });
}

function page(html: string, status: number): Response {
  return new Response(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

function redirect(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path, 'Cache-Control': REVALIDATED } });
}

function methodNotAllowed(): Response {
  return new Response('This address answers GET and HEAD only.\n', {
    status: 405,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', Allow: 'GET, HEAD' },
  });
}
