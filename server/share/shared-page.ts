/**
 * The page that a link opens: the built app, with tags in its head from which chat apps make a preview. Also serves
 * the picture of the preview.
 */

import { ApiError, ERROR_STATUS } from '../../src/api/errors.ts';
import { refuseIfOver } from '../../src/api/http/admission.ts';
import type { Client } from '../../src/api/ports.ts';
import { linkOf, sharePath, shownRow } from '../../src/api/shares/links.ts';
import type { SharePorts } from '../../src/api/shares/share-ports.ts';
import type { Paper } from '../../src/core/drawing/types.ts';
import { pictureOf } from './picture.ts';
import { createPictures } from './pictures.ts';

const LINK = /^\/s\/([^/]+)(\/picture\.png)?$/;

/** Answers GET and HEAD at the address of a link; returns undefined for any other request. */
export type SharedPages = (request: Request, path: string, client: Client) => Promise<Response> | undefined;

export interface SharedPagesOptions {
  readonly ports: Pick<SharePorts, 'shares' | 'storeOf' | 'now' | 'shareQuota' | 'shareOrigin'>;
  /** The built app's index.html; undefined if the app is not built. */
  readonly shell: string | undefined;
}

/** The content of a preview. */
interface Preview {
  readonly title: string;
  readonly paper: Paper | undefined;
  readonly picture: Buffer<ArrayBuffer> | undefined;
}

export function sharedPages({ ports, shell }: SharedPagesOptions): SharedPages {
  const onPaper = createPictures();

  /** @throws ApiError 404 or 429 */
  async function preview(secret: string, client: Client): Promise<Preview> {
    refuseIfOver(await ports.shareQuota(client));
    const { space, drawing } = await linkOf(ports.shares, secret, ports.now());
    return ports.storeOf(space).read(async (tx) => {
      const { title, paper } = shownRow(await tx.drawing(drawing));
      const [thumb = ''] = await tx.thumbs([drawing]);
      return { title, paper, picture: pictureOf(thumb) };
    });
  }

  async function page(html: string, secret: string, client: Client): Promise<Response> {
    try {
      const { title, picture } = await preview(secret, client);
      const address = `${ports.shareOrigin ?? ''}${sharePath(secret)}`;
      return htmlResponse(
        withHead(html, { title, ...(picture && { image: `${address}/picture.png` }) }),
        200,
      );
    } catch (error) {
      // Without a reason: the app asks the API again, and shows what is wrong in the reader's language.
      const status = error instanceof ApiError ? ERROR_STATUS[error.code] : 503;
      return htmlResponse(withHead(html, {}), status);
    }
  }

  async function picture(secret: string, client: Client): Promise<Response> {
    try {
      const { picture, paper } = await preview(secret, client);
      if (picture !== undefined) return pictureResponse(await onPaper(picture, paper));
      return new Response(null, { status: 404, headers: PRIVATE });
    } catch (error) {
      const [status, headers] =
        error instanceof ApiError ? [ERROR_STATUS[error.code], error.headers] : [503, {}];
      return new Response(null, { status, headers: { ...PRIVATE, ...headers } });
    }
  }

  return ({ method }, path, client) => {
    const [, secret, isPicture] = LINK.exec(path) ?? [];
    if (secret === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
    if (isPicture) return picture(secret, client);
    return shell === undefined ? undefined : page(shell, secret, client);
  };
}

/** Headers of a page that only people with the link may find. */
const PRIVATE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };

function htmlResponse(html: string, status: number): Response {
  return new Response(html, {
    status,
    headers: { ...PRIVATE, 'Content-Type': 'text/html; charset=utf-8' },
  });
}

function pictureResponse(picture: Buffer<ArrayBuffer>): Response {
  // Chat apps on the web load the picture from pages of their own.
  return new Response(picture, {
    headers: { ...PRIVATE, 'Content-Type': 'image/png', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  });
}

interface Head {
  readonly title?: string;
  readonly image?: string;
}

/** Adds the tags of a preview to the page's head (Open Graph, ogp.me). */
function withHead(html: string, { title, image }: Head): string {
  const name = title === undefined || title.trim() === '' ? 'A drawing' : title;
  const tags = [
    '<meta name="robots" content="noindex">',
    ...(title === undefined
      ? []
      : [
          `<meta property="og:title" content="${escaped(name)}">`,
          '<meta property="og:description" content="A drawing, shared with Pleinair.">',
          '<meta property="og:type" content="website">',
        ]),
    ...(image === undefined
      ? []
      : [
          `<meta property="og:image" content="${escaped(image)}">`,
          '<meta property="og:image:type" content="image/png">',
          '<meta name="twitter:card" content="summary_large_image">',
        ]),
  ];
  const titled =
    title === undefined
      ? html
      : html.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`);
  return titled.replace('</head>', () => `${tags.join('\n')}\n</head>`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
}
