import { useId } from 'preact/hooks';
import type { Category, Product } from '../../core/air/products.ts';
import { supplies as words } from '../words/en/air/supplies.ts';
import { RichText } from '../words/RichText.tsx';
import { CategoryPicture } from './CategoryPicture.tsx';
import { datedPrice } from './price-words.ts';

interface SupplyRowProps {
  readonly product: Product;
  readonly category: Category;
}

/**
 * The verified affiliate link of a product, if it uses https. No other address of an entry leads to the
 * product, so none is used or made up.
 */
function productLink({ affiliateUrl }: Product): string | undefined {
  return affiliateUrl !== null && isHttps(affiliateUrl) ? affiliateUrl : undefined;
}

function isHttps(address: string): boolean {
  try {
    return new URL(address).protocol === 'https:';
  } catch {
    return false;
  }
}

/** One entry. `<bdi>` isolates the seller's text, which may run in another direction than the page. */
export function SupplyRow({ product, category }: SupplyRowProps) {
  const id = useId();
  const dated = datedPrice(product.price, product.priceCheckedAt);
  const link = productLink(product);
  return (
    <li class="supply" tabIndex={-1}>
      <CategoryPicture category={category} />
      <div class="supply-words">
        <h3 class="supply-name" id={id}>
          <bdi dir="auto">{product.name}</bdi>
        </h3>
        {dated && (
          <p class="supply-seen small soft">
            <RichText
              text={words.seen(dated.seen)}
              marks={{ price: () => <bdi class="supply-price numerals">{dated.price}</bdi> }}
            />
          </p>
        )}
        {link === undefined ? (
          <p class="small soft">{words.noLink}</p>
        ) : (
          <p class="links">
            <a href={link} target="_blank" rel="sponsored noopener noreferrer" aria-describedby={id}>
              {words.offer}
            </a>
            <span class="small soft">{words.affiliate}</span>
          </p>
        )}
      </div>
    </li>
  );
}
