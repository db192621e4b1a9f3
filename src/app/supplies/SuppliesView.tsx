import './supplies.css';
import { useEffect, useRef } from 'preact/hooks';
import { CATEGORIES, type Category } from '../../core/air/products.ts';
import { AFFILIATE_DISCLOSURE } from '../../core/air/upstream/provenance.ts';
import { online } from '../platform/online.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { supplies as words } from '../words/en/air/supplies.ts';
import { shell } from '../words/en/shell.ts';
import { dateWords } from './price-words.ts';
import { loadMore, loadProducts, type ProductList, productLists } from './product-lists.ts';
import { SupplyRow } from './SupplyRow.tsx';

/** The API's disclosure about affiliate links; the same sentence from this build until a response is here. */
function disclosure(): string {
  const disclosures = CATEGORIES.map(
    (category) => productLists[category].value.response?.affiliateDisclosure,
  );
  return disclosures.find((sentence) => sentence !== undefined) ?? AFFILIATE_DISCLOSURE;
}

/** Masks and purifiers, apart from the readings. The disclosure comes before all links. */
export default function SuppliesView() {
  useEffect(() => {
    const openAll = () => {
      for (const category of CATEGORIES) void loadProducts(category);
    };
    openAll();
    addEventListener('online', openAll);
    return () => removeEventListener('online', openAll);
  }, []);
  return (
    <Page title={shell.supplies} note={<p class="page-note">{words.note}</p>}>
      <p class="disclosure supplies-disclosure" dir="auto">
        {disclosure()}
      </p>
      <div class="supplies">
        {CATEGORIES.map((category) => (
          <Section key={category} category={category} />
        ))}
      </div>
      <p class="page-elsewhere supplies-back">
        <a href="/air">{words.back}</a>
      </p>
    </Page>
  );
}

function Section({ category }: { readonly category: Category }) {
  const list = productLists[category].value;
  const id = `supplies-${category}`;
  return (
    <section class="supplies-category" aria-labelledby={id}>
      <h2 id={id}>{words[category]}</h2>
      <ListNotice category={category} list={list} />
      <Entries category={category} list={list} />
    </section>
  );
}

interface ListProps {
  readonly category: Category;
  readonly list: ProductList;
}

/** The notice about a list that did not load, or the API's own warning about the catalogue. */
function ListNotice({ category, list: { response, products, problem, pending } }: ListProps) {
  if (problem !== '') {
    return (
      <Notice
        about={words[category]}
        icon={online.value ? 'warning' : 'offline'}
        title={products.length > 0 ? words.noMore : words.noList}
        action={
          <Button
            disabled={pending}
            onClick={() =>
              void (products.length > 0 ? loadMore(category) : loadProducts(category, { byHand: true }))
            }
          >
            {words.retry}
          </Button>
        }
      >
        {problem}
      </Notice>
    );
  }
  const warning = response?.warning;
  if (!warning) return null;
  if (!online.value && products.length === 0) {
    return (
      <Notice about={words[category]} icon="offline" title={words.nothingKept}>
        {words.comesLater}
      </Notice>
    );
  }
  return (
    <Notice
      about={words[category]}
      icon={online.value ? 'clock' : 'offline'}
      title={warningTitle(products.length > 0)}
      action={
        products.length === 0 && (
          <Button disabled={pending} onClick={() => void loadProducts(category, { byHand: true })}>
            {words.checkAgain}
          </Button>
        )
      }
    >
      <span dir="auto">{warning}</span>
    </Notice>
  );
}

function warningTitle(hasProducts: boolean): string {
  if (!hasProducts) return words.nothingHere;
  return online.value ? words.maybeOld : words.keptList;
}

function Entries({ category, list: { products, response, pending, problem } }: ListProps) {
  const listElement = useRef<HTMLUListElement>(null);
  const showMore = async () => {
    const before = products.length;
    await loadMore(category);
    // The button disappears after the last page. The focus then moves to the first new entry.
    if (productLists[category].value.response?.has_more) return;
    requestAnimationFrame(() => {
      const added = listElement.current?.children[before];
      if (added instanceof HTMLElement) added.focus();
    });
  };
  if (response === undefined) return problem === '' ? <Waiting /> : null;
  if (products.length === 0) {
    return response.warning ? null : <p class="soft">{words.empty}</p>;
  }
  const read = dateWords(response.fetchedAt);
  return (
    <>
      <ul ref={listElement} class="supply-list" aria-label={words[category]}>
        {products.map((product) => (
          <SupplyRow key={product.id} product={product} category={category} />
        ))}
      </ul>
      {response.has_more && (
        <p>
          <Button
            disabled={pending}
            onClick={() => void showMore()}
            aria-describedby={`supplies-${category}`}
          >
            {words.more}
          </Button>
        </p>
      )}
      <p class="small soft">
        {words.listed} {response.source && words.source(response.source, read)}
      </p>
    </>
  );
}

/** Placeholder until the first entries are here. */
function Waiting() {
  return (
    <div class="supply-list" aria-busy="true">
      <div class="supply-waiting skeleton" />
      <div class="supply-waiting skeleton" />
    </div>
  );
}
