import type { Category } from '../../core/air/products.ts';

const PATHS: Readonly<Record<Category, string>> = {
  masks:
    'M14 25c6-5 12-7 18-7s12 2 18 7v9c0 8-8 14-18 14s-18-6-18-14zM14 27c-5-1-8 1-8 4s4 7 9 7M50 27c5-1 8 1 8 4s-4 7-9 7M19 30c4-2 8-3 13-3s9 1 13 3M18 36c4 2 9 3 14 3s10-1 14-3',
  purifiers:
    'M20 12h24c2 0 3 1 3 3v34c0 2-1 3-3 3H20c-2 0-3-1-3-3V15c0-2 1-3 3-3zM24 19h16M26 33a6 6 0 1 1 12 0 6 6 0 0 1-12 0zM23 46h18M29 33c2-2 4-2 6 0',
};

/**
 * The picture of every entry of a category. Pictures of the catalogue are not loaded: they would tell a
 * seller's server who looks, and the page's Content-Security-Policy (img-src) allows no other origin.
 */
export function CategoryPicture({ category }: { readonly category: Category }) {
  return (
    <svg
      class="supply-picture"
      viewBox="0 0 64 64"
      width="64"
      height="64"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[category]} />
    </svg>
  );
}
