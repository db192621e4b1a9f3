/**
 * The format of the operator's catalogue. These schemas check what is read, and docs/catalogue.schema.json is
 * generated from them. Rules that a schema cannot express are in check.ts.
 */
import { z } from 'zod';
import { CATEGORIES } from '../../src/core/air/products.ts';
import { parseInstant } from '../../src/core/air/time/time.ts';
import { hasHidden, isReadable, NAME_MAX } from './seller-text.ts';

/** Most entries of a category: the API returns no more. */
export const ENTRIES_MAX = 10;
const URL_MAX = 2000;
const PRICE_MAX = 40;
const SOURCE_MAX = 300;

/** Checks a text: returns what is wrong with it, or undefined. */
type TextCheck = (text: string) => string | undefined;

/** @param allowed what is allowed, continuing `must be …` */
function text(allowed: string, wrong: TextCheck, described: Record<string, unknown>) {
  return z
    .string(mustBe(allowed))
    .check((context) => {
      const message = wrong(context.value);
      if (message === undefined) return;
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: `${message}; it must be ${allowed}`,
      });
    })
    .meta({ description: sentence(allowed), ...described });
}

/** The error for a missing value or one of another type. Unknown members keep zod's own error. */
function mustBe(allowed: string) {
  return {
    error({ code, input }: { readonly code?: string | undefined; readonly input?: unknown }) {
      if (code === 'unrecognized_keys') return undefined;
      return input === undefined
        ? `is missing; it must be ${allowed}`
        : `is ${kindOf(input)}; it must be ${allowed}`;
    },
  };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

const sentence = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}.`;

/** Characters that RFC 3986 allows. Others are written with percent signs, or in Punycode for a host name. */
const URL_PATTERN = "^https://[A-Za-z0-9\\-._~:/?#\\[\\]@!$&'()*+,;=%]+$";

function webAddress(what: string) {
  const allowed = `${what}, an https address of at most ${URL_MAX} characters without name, password and port`;
  return text(allowed, addressFault, { format: 'uri', pattern: URL_PATTERN, maxLength: URL_MAX });
}

function addressFault(address: string): string | undefined {
  if (address.length > URL_MAX) return `is ${address.length} characters long`;
  if (!/^https:/i.test(address)) return 'does not begin with https://';
  if (!new RegExp(URL_PATTERN).test(address)) {
    return 'holds characters that stand in no address as they are (write them with percent signs)';
  }
  const url = URL.parse(address);
  if (url === null) return 'is not an address';
  if (url.username !== '' || url.password !== '') return 'holds a name or a password';
  // The port as it is written: the URL parser drops a default port.
  const authority = /^https:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
  if (/:\d*$/.test(authority)) return 'names a port';
  return url.hostname.includes('.') && !/^[\d.]+$/.test(url.hostname) ? undefined : 'names no public host';
}

const Id = text(
  "1 to 64 of a-z, A-Z, 0-9, '.', '_' and '-', the first of them a letter or a digit",
  (id) => (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id) ? undefined : 'is not an id'),
  { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' },
);

/** Longer names, and names with hidden characters, are cleaned and not refused: sellers write them. */
const Name = text(
  `the seller's name of it, ${NAME_MAX} characters at most, in one line`,
  (name) => (isReadable(name) ? undefined : 'has nothing to read in it'),
  { minLength: 1, maxLength: NAME_MAX },
);

const Price = text(
  `the price as it was displayed, like "S$ 12.90", ${PRICE_MAX} characters at most`,
  (price) => wordsFault(price, PRICE_MAX) ?? (/\d/.test(price) ? undefined : 'holds no figure'),
  { minLength: 1, maxLength: PRICE_MAX, pattern: '[0-9]' },
);

const CheckedAt = text(
  'when the price was seen, RFC 3339 with an offset, like "2026-11-20T09:00:00+08:00"',
  (time) => (parseInstant(time) === undefined ? 'is not such a time' : undefined),
  { format: 'date-time' },
);

function wordsFault(words: string, most: number): string | undefined {
  if (words.trim() === '' || !isReadable(words)) return 'has nothing to read in it';
  const length = [...words].length;
  if (length > most) return `is ${length} characters long`;
  return hasHidden(words) ? 'holds characters that are not seen, or control characters' : undefined;
}

const Entry = z
  .strictObject(
    {
      id: Id.describe("The entry's own, not given twice in the catalogue."),
      name: Name,
      image: webAddress('a picture of it').optional(),
      price: Price.optional(),
      priceCheckedAt: CheckedAt.optional(),
      affiliateUrl: webAddress('an affiliate redirect on one of AFFILIATE_REDIRECT_HOSTS').optional(),
      productPageUrl: webAddress('a page about it').optional(),
    },
    mustBe('an object, one product'),
  )
  .meta({ dependentRequired: { price: ['priceCheckedAt'], priceCheckedAt: ['price'] }, id: 'product' });

const ProductList = z
  .strictObject(
    {
      url: webAddress("the category's shop"),
      catalogueUrl: webAddress("the category's catalogue"),
      products: z
        .array(Entry, mustBe(`a list of at most ${ENTRIES_MAX} products`))
        .max(ENTRIES_MAX, {
          error: ({ input }) =>
            `has ${Array.isArray(input) ? input.length : 'too many'} products; at most ${ENTRIES_MAX} are allowed`,
        })
        .describe('In the order in which they are answered.'),
    },
    mustBe('an object, one category'),
  )
  .meta({ id: 'category' });

export const CatalogueFile = z
  .strictObject(
    {
      $schema: z
        .string(mustBe('the address of the JSON Schema'))
        .optional()
        .describe('For editors; not looked at.'),
      source: text(
        `who keeps the catalogue, in words, ${SOURCE_MAX} characters at most`,
        (words) => wordsFault(words, SOURCE_MAX),
        { minLength: 1, maxLength: SOURCE_MAX },
      ),
      masks: ProductList.optional(),
      purifiers: ProductList.optional(),
    },
    mustBe('an object, the catalogue'),
  )
  .meta({ anyOf: CATEGORIES.map((category) => ({ required: [category] })) });

export type CatalogueFile = z.infer<typeof CatalogueFile>;
export type CatalogueProductList = z.infer<typeof ProductList>;
export type CatalogueEntry = z.infer<typeof Entry>;

/** The JSON Schema for editors and generators; docs/catalogue.schema.json holds it. */
export function catalogueJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(CatalogueFile, { target: 'draft-2020-12', io: 'input' });
  const { $schema, ...rest } = schema;
  return {
    $schema,
    title: "Pleinair's catalogue of masks and purifiers",
    description:
      'What a schema cannot say (no id twice, no hidden characters, hosts of the links) is checked by: npm run catalogue -- check FILE',
    ...rest,
  };
}
