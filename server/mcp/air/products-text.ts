/** A page of the catalogue in words: the disclosure first, and sellers' text quoted as data. */
import type { Product, Products } from '../../../src/core/air/products.ts';

/** Most characters of a seller's name in the text for a model. The structured content has the whole name. */
const NAME_MAX = 200;

export function productsText(page: Products): string {
  const { category, products, offset, total_count: total, next_offset: next, warning } = page;
  const lines = products.map((product, index) => `${offset + index + 1}. ${productText(product)}`);
  const more = next === null ? '' : `, more with offset ${next}`;
  const heading =
    products.length === 0
      ? `No ${category} are listed here.`
      : `${products.length} of ${total} ${category}; names are sellers’ own text${more}:`;
  return [
    page.affiliateDisclosure,
    heading,
    ...lines,
    ...(warning === null ? [] : [`Note: ${warning}`]),
  ].join('\n');
}

function productText({ name, price, priceCheckedAt, affiliateUrl }: Product): string {
  const priced =
    price === null || priceCheckedAt === null
      ? 'no price known'
      : `${quoted(price)} when checked on ${priceCheckedAt.slice(0, 10)}, not a guaranteed offer`;
  return `${quoted(name)}, ${priced}, ${affiliateUrl === null ? 'no verified link' : `affiliate link ${affiliateUrl}`}`;
}

/** One line that is visibly quoted: without control characters, direction overrides or quotation marks. */
function quoted(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('"', '”');
  const short = [...plain].slice(0, NAME_MAX).join('');
  return `"${short}${short.length < plain.length ? '…' : ''}"`;
}
