import './supplies.css';
import { useEffect, useRef } from 'preact/hooks';
import { CATEGORIES, type Category } from '../../core/air/products.ts';
import { AFFILIATE_DISCLOSURE } from '../../core/air/upstream/provenance.ts';
import { online } from '../platform/online.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { supplies as words } from '../words/en/supplies.ts';
import { dateWords } from './price-words.ts';
import { SupplyRow } from './SupplyRow.tsx';
import { openShelf, readMore, type Shelf, shelves } from './shelf.ts';

/** What the API says of affiliate links; the same words until it has. */
function disclosure(): string {
  const said = CATEGORIES.map((category) => shelves[category].value.answer?.affiliateDisclosure);
  return said.find((sentence) => sentence !== undefined) ?? AFFILIATE_DISCLOSURE;
}

/** Masks and purifiers, off the reading screen, the disclosure before anything else. */
export default function SuppliesView() {
  useEffect(() => {
    const openAll = () => {
      for (const category of CATEGORIES) void openShelf(category);
    };
    openAll();
    addEventListener('online', openAll);
    return () => removeEventListener('online', openAll);
  }, []);
  return (
    <Page title={words.title} note={<p class="page-note">{words.note}</p>}>
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
  const shelf = shelves[category].value;
  const id = `supplies-${category}`;
  return (
    <section class="supplies-category" aria-labelledby={id}>
      <h2 id={id}>{words[category]}</h2>
      <Trouble category={category} shelf={shelf} />
      <Entries category={category} shelf={shelf} />
    </section>
  );
}

interface ShelfProps {
  readonly category: Category;
  readonly shelf: Shelf;
}

/** What is wrong with the catalogue, in the API's own sentence; or why it did not come. */
function Trouble({ category, shelf: { answer, products, problem, pending } }: ShelfProps) {
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
              void (products.length > 0 ? readMore(category) : openShelf(category, { byHand: true }))
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
  const warning = answer?.warning;
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
      title={troubleTitle(products.length > 0)}
      action={
        products.length === 0 && (
          <Button disabled={pending} onClick={() => void openShelf(category, { byHand: true })}>
            {words.checkAgain}
          </Button>
        )
      }
    >
      {warning}
    </Notice>
  );
}

function troubleTitle(some: boolean): string {
  if (!some) return words.nothingHere;
  return online.value ? words.maybeOld : words.keptList;
}

function Entries({ category, shelf: { products, answer, pending, problem } }: ShelfProps) {
  const list = useRef<HTMLUListElement>(null);
  const showMore = async () => {
    const before = products.length;
    await readMore(category);
    // With the last page the button goes, and the focus with it: it moves to what has come.
    if (shelves[category].value.answer?.has_more) return;
    requestAnimationFrame(() => {
      const added = list.current?.children[before];
      if (added instanceof HTMLElement) added.focus();
    });
  };
  if (answer === undefined) return problem === '' ? <Waiting /> : null;
  if (products.length === 0) {
    return answer.warning ? null : <p class="soft">{words.empty}</p>;
  }
  const read = dateWords(answer.fetchedAt);
  return (
    <>
      <ul ref={list} class="supply-list" aria-label={words[category]}>
        {products.map((product) => (
          <SupplyRow key={product.id} product={product} category={category} />
        ))}
      </ul>
      {answer.has_more && (
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
        {words.listed} {answer.source && words.source(answer.source, read)}
      </p>
    </>
  );
}

/** The place of the first entries, until they come. */
function Waiting() {
  return (
    <div class="supply-list" aria-busy="true">
      <div class="supply-waiting skeleton" />
      <div class="supply-waiting skeleton" />
    </div>
  );
}
