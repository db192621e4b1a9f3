/**
 * Addresses and what they show. Addresses are shareable and survive a reload:
 * `/`, `/?tab=trash`, `/trash/{id}`, `/drawings/{id}`, `/drawings/new`, `/air`, `/air/guide`, `/supplies`, `/settings`,
 * `/docs`.
 */
import { signal } from '@preact/signals';
import { newId } from './platform/new-id.ts';
import { rememberScroll, restoreScroll, startScroll, startScrollMemory } from './platform/scroll.ts';

export type Route =
  | { readonly view: 'drawings'; readonly tab: 'all' | 'trash' }
  | { readonly view: 'studio'; readonly id: string | undefined }
  | { readonly view: 'trashed'; readonly id: string }
  | { readonly view: 'air' }
  | { readonly view: 'guide' }
  | { readonly view: 'supplies' }
  | { readonly view: 'settings' }
  | { readonly view: 'reference' }
  | { readonly view: 'not-found'; readonly path: string };

/** The route of an address. `path` is a URL's pathname, `search` its query, with or without `?`. */
export function parseRoute(path: string, search = ''): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  switch (plain) {
    case '/':
      return { view: 'drawings', tab: new URLSearchParams(search).get('tab') === 'trash' ? 'trash' : 'all' };
    case '/drawings/new':
      return { view: 'studio', id: undefined };
    case '/air':
      return { view: 'air' };
    case '/air/guide':
      return { view: 'guide' };
    case '/supplies':
      return { view: 'supplies' };
    case '/settings':
      return { view: 'settings' };
    case '/docs':
      return { view: 'reference' };
  }
  const [, place, id] = /^\/(drawings|trash)\/([^/]+)$/.exec(plain) ?? [];
  if (id === undefined) return { view: 'not-found', path };
  return place === 'trash' ? { view: 'trashed', id } : { view: 'studio', id };
}

/** The address of a drawing. */
export function drawingAddress(id: string): string {
  return `/drawings/${id}`;
}

/** The address where a drawing of the trash is looked at. */
export function trashedAddress(id: string): string {
  return `/trash/${id}`;
}

export const TRASH_ADDRESS = '/?tab=trash';

/** Where the person is. Changed by `navigate` and by the browser's own back and forward. */
export const route = signal<Route>({ view: 'drawings', tab: 'all' });

/** True once the person has moved within the app: only then does a view take the focus when it appears. */
export const moved = signal(false);

export interface NavigateOptions {
  /** Replace the present entry of the history: back skips it. */
  readonly replace?: boolean;
}

/** Path and query of the address that is shown. */
let shown = '';

function show({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void {
  shown = pathname + search;
  route.value = parseRoute(pathname, search);
}

/** Goes to an address of this app, without loading a document. */
export function navigate(address: string, { replace = false }: NavigateOptions = {}): void {
  const url = new URL(address, location.href);
  if (url.href === location.href && !replace) return;
  rememberScroll();
  if (replace) history.replaceState(history.state, '', url);
  else history.pushState({ key: newId() }, '', url);
  moved.value = true;
  show(url);
  if (!replace) startScroll();
}

/** The address of a click on a link that this app shows itself; a modifier key makes it the browser's. */
function followed(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hasAttribute('href') || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.hash) return undefined;
  return parseRoute(url.pathname, url.search).view === 'not-found' ? undefined : url.href;
}

/** Reads the present address and follows links and the browser's back and forward. Called once, before the first render. */
export function startRouter(): void {
  startScrollMemory();
  show(location);
  document.addEventListener('click', (event) => {
    const address = followed(event);
    if (address === undefined) return;
    event.preventDefault();
    navigate(address);
  });
  addEventListener('popstate', () => {
    // A fragment, as of the skip link, is a place within the view.
    if (location.pathname + location.search === shown) return;
    moved.value = true;
    show(location);
    restoreScroll();
  });
}
