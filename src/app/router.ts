/**
 * The router: addresses, and the views that they show. Every address can be shared and reloaded: `/`,
 * `/?tab=trash`, `/trash/{id}`, `/drawings/{id}`, `/drawings/new`, `/s/{secret}`, `/air`, `/air/guide`, `/supplies`,
 * `/settings`, `/docs`.
 */
import { signal } from '@preact/signals';
import { newId } from './platform/new-id.ts';
import { manageScroll, restoreScroll, saveScroll, scrollToTop } from './platform/scroll.ts';

export type Route =
  | { readonly view: 'drawings'; readonly tab: 'all' | 'trash' }
  | { readonly view: 'studio'; readonly id: string | undefined }
  | { readonly view: 'trashed'; readonly id: string }
  | { readonly view: 'shared'; readonly secret: string }
  | { readonly view: 'air' }
  | { readonly view: 'guide' }
  | { readonly view: 'supplies' }
  | { readonly view: 'settings' }
  | { readonly view: 'reference' }
  | { readonly view: 'not-found'; readonly path: string };

/**
 * The route of an address.
 * @param path a URL's pathname
 * @param search its query, with or without `?`
 */
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
  const [, place, id] = /^\/(drawings|trash|s)\/([^/]+)$/.exec(plain) ?? [];
  if (id === undefined) return { view: 'not-found', path };
  if (place === 's') return { view: 'shared', secret: id };
  return place === 'trash' ? { view: 'trashed', id } : { view: 'studio', id };
}

/** The address of a drawing. */
export function drawingAddress(id: string): string {
  return `/drawings/${id}`;
}

/** The address of a drawing in the trash. */
export function trashedAddress(id: string): string {
  return `/trash/${id}`;
}

export const TRASH_ADDRESS = '/?tab=trash';

/** The current route. Changed by `navigate` and by the browser's back and forward. */
export const route = signal<Route>({ view: 'drawings', tab: 'all' });

/** True after the first navigation within the app. Only then does a new view take the focus. */
export const hasNavigated = signal(false);

export interface NavigateOptions {
  /** True to replace the current history entry, so that back skips it. */
  readonly replace?: boolean;
}

/** Path and query of the current address. */
let shown = '';

function show({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void {
  shown = pathname + search;
  route.value = parseRoute(pathname, search);
}

/** Goes to an address of this app without loading a document. */
export function navigate(address: string, { replace = false }: NavigateOptions = {}): void {
  const url = new URL(address, location.href);
  if (url.href === location.href && !replace) return;
  saveScroll();
  if (replace) history.replaceState(history.state, '', url);
  else history.pushState({ key: newId() }, '', url);
  hasNavigated.value = true;
  show(url);
  if (!replace) scrollToTop();
}

/** The address of a clicked link to a view of this app; undefined for clicks that the browser should handle. */
function clickedAddress(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hasAttribute('href') || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.hash) return undefined;
  return parseRoute(url.pathname, url.search).view === 'not-found' ? undefined : url.href;
}

/**
 * Shows the current address, and follows links and the browser's back and forward. Called once, before the
 * first render.
 */
export function startRouter(): void {
  manageScroll();
  show(location);
  document.addEventListener('click', (event) => {
    const address = clickedAddress(event);
    if (address === undefined) return;
    event.preventDefault();
    navigate(address);
  });
  addEventListener('popstate', () => {
    // Only the fragment changed, as with the skip link: the view stays.
    if (location.pathname + location.search === shown) return;
    hasNavigated.value = true;
    show(location);
    restoreScroll();
  });
}
