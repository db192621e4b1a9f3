import './reference.css';
import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../client/client.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { reference as words } from '../words/en/reference.ts';
import { shell } from '../words/en/shell.ts';
import { problemWords } from '../words/problems.ts';
import { RichText } from '../words/RichText.tsx';
import { Contents, ContentsList } from './Contents.tsx';
import {
  isOpenapiDocument,
  matchesSearch,
  type OpenapiDocument,
  operationGroups,
  type Schema,
} from './document.ts';
import { OperationSection } from './OperationSection.tsx';
import { DOCUMENT_TEXT, DocumentText, InlineText, Prose } from './Prose.tsx';
import { FIRST_PARTS, useProgressiveParts } from './progressive-parts.ts';
import { Members, SchemaType, schemaAnchor } from './SchemaType.tsx';
import { limitWords } from './type-words.ts';

type LoadState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'ready'; readonly document: OpenapiDocument };

/** Loads the OpenAPI document. */
async function loadDocument(): Promise<LoadState> {
  try {
    const { data, error, response } = await api.GET('/api/v1/openapi.json');
    if (isOpenapiDocument(data)) return { state: 'ready', document: data };
    return { state: 'failed', why: problemWords(error, response) };
  } catch (error) {
    return { state: 'failed', why: problemWords(error) };
  }
}

/** The reference of the API: every operation and schema in its OpenAPI document. */
export default function ReferenceView() {
  const [loaded, setLoaded] = useState<LoadState>({ state: 'loading' });
  const load = () => {
    setLoaded({ state: 'loading' });
    void loadDocument().then(setLoaded);
  };
  useEffect(load, []);
  return (
    <Page title={shell.reference} note={<p class="page-note">{words.note}</p>}>
      {loaded.state === 'loading' && <div class="page-waiting" aria-busy="true" />}
      {loaded.state === 'failed' && (
        <Notice icon="warning" title={words.failed} action={<Button onClick={load}>{words.retry}</Button>}>
          {loaded.why}
        </Notice>
      )}
      {loaded.state === 'ready' && <Reference document={loaded.document} />}
    </Page>
  );
}

/** Frames until all parts above the target have their real height. */
const SETTLING_FRAMES = 3;

/** Scrolls to the element that the address names. The browser looked for it before it was rendered. */
function showTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === '' ? null : document.getElementById(id);
  if (!target) return;
  target.focus({ preventScroll: true });
  settle(target, SETTLING_FRAMES);
}

/**
 * Scrolls to the target in each of the next frames: parts above it get their real height only near the screen.
 */
function settle(target: Element, frames: number): void {
  target.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => settle(target, frames - 1));
}

function Reference({ document: described }: { readonly document: OpenapiDocument }) {
  const [input, setInput] = useState('');
  const base = location.origin;
  const all = useMemo(() => operationGroups(described), [described]);
  const search = input.trim();
  const groups = all
    .map((group) => ({ ...group, operations: group.operations.filter((one) => matchesSearch(one, search)) }))
    .filter(({ operations }) => operations.length > 0);
  const schemas = Object.entries(described.components.schemas).filter(([name]) =>
    name.toLowerCase().includes(search.toLowerCase()),
  );
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);

  const operations = all.reduce((sum, group) => sum + group.operations.length, 0);
  // One more for the contents, which come alone, right after the first parts.
  const total = operations + Object.keys(described.components.schemas).length + 1;
  const { count: shownParts, finish } = useProgressiveParts(total, location.hash !== '');
  // A signal, so that the page is not rendered again after the last part.
  const busy = useComputed(() => shownParts.value < total);
  let part = 0;
  const nextPart = () => {
    if (part === FIRST_PARTS) part += 1;
    return part++;
  };

  useLayoutEffect(showTarget, []);
  useEffect(() => {
    // The target of a link may be filtered out, or not rendered yet.
    const follow = () => {
      setInput('');
      finish();
      requestAnimationFrame(showTarget);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  return (
    <div class="reference" aria-busy={busy}>
      <div class="reference-side">
        <p class="field">
          <label for="reference-find">{words.find}</label>
          <input
            id="reference-find"
            type="search"
            value={input}
            autoComplete="off"
            placeholder={words.findHint}
            onInput={(event) => {
              finish();
              setInput(event.currentTarget.value);
            }}
          />
          <span class="field-help small soft" role="status">
            {search === '' ? '' : words.found(count, schemas.length)}
          </span>
        </p>
        <Contents>
          <Part index={FIRST_PARTS} shownParts={shownParts}>
            <ContentsList groups={groups} schemas={schemas.map(([name]) => name)} />
          </Part>
        </Contents>
      </div>
      <div class="reference-main">
        {search === '' && <Introduction document={described} base={base} />}
        {groups.map(({ tag, description, operations }) => (
          <section key={tag} aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`} {...DOCUMENT_TEXT}>
              {tag}
            </h2>
            <p class="soft" {...DOCUMENT_TEXT}>
              <InlineText text={description} />
            </p>
            {operations.map((operation) => (
              <Part key={operation.id} index={nextPart()} shownParts={shownParts}>
                <OperationSection operation={operation} document={described} base={base} />
              </Part>
            ))}
          </section>
        ))}
        {schemas.length > 0 && <Schemas schemas={schemas} first={part} shownParts={shownParts} />}
      </div>
    </div>
  );
}

interface PartProps extends PartPosition {
  readonly children: ComponentChildren;
}

interface PartPosition {
  /** Index among the parts of the page. */
  readonly index: number;
  readonly shownParts: ReadonlySignal<number>;
}

/** A part of the page, rendered once enough parts are shown. No other part is rendered again then. */
function Part({ index, shownParts, children }: PartProps) {
  const isShown = useComputed(() => shownParts.value > index).value;
  return isShown ? <>{children}</> : null;
}

interface IntroductionProps {
  readonly document: OpenapiDocument;
  readonly base: string;
}

function Introduction({ document: { info, components }, base }: IntroductionProps) {
  const schemes = Object.entries(components.securitySchemes ?? {});
  return (
    <section class="reference-intro" aria-label={words.before}>
      <p class="reference-lead" {...DOCUMENT_TEXT}>
        {info.summary}
      </p>
      <ul class="members">
        <li class="member">
          <p class="member-head">{words.base}</p>
          <p>
            <code>{base}</code>
          </p>
        </li>
        {schemes.length > 0 && (
          <li class="member">
            <p class="member-head">{words.token}</p>
            {schemes.map(([id, { type, name, description = '' }]) => (
              <p key={id} class="small">
                <code>{type === 'http' ? 'Authorization: Bearer …' : `${name}: …`}</code>{' '}
                <DocumentText text={description} />
              </p>
            ))}
          </li>
        )}
        <li class="member">
          <p class="member-head">{words.downloads}</p>
          <p>
            <RichText
              text={words.document(info.version)}
              marks={{ link: (name) => <a href="/api/v1/openapi.json">{name}</a> }}
            />
          </p>
          <p>
            <RichText
              text={words.client}
              marks={{
                link: (name) => (
                  <a href="/client/pleinair.ts" download>
                    {name}
                  </a>
                ),
                code: (name) => <code>{name}</code>,
              }}
            />
          </p>
        </li>
      </ul>
      <div class="operation-words">
        <Prose text={info.description ?? ''} />
      </div>
    </section>
  );
}

type NamedSchema = readonly [name: string, schema: Schema];

interface SchemasProps {
  readonly schemas: readonly NamedSchema[];
  /** Index of the first schema among the parts of the page. */
  readonly first: number;
  readonly shownParts: ReadonlySignal<number>;
}

function Schemas({ schemas, first, shownParts }: SchemasProps) {
  return (
    <section aria-labelledby="schemas">
      <h2 id="schemas">{words.schemas}</h2>
      {schemas.map(([name, schema], i) => (
        <Part key={name} index={first + i} shownParts={shownParts}>
          <SchemaSection name={name} schema={schema} />
        </Part>
      ))}
    </section>
  );
}

function SchemaSection({ name, schema }: { readonly name: string; readonly schema: Schema }) {
  return (
    <section class="operation" id={schemaAnchor(name)} tabIndex={-1} aria-label={words.schema(name)}>
      <h3>
        <DocumentText text={name} />{' '}
        <a class="anchor" href={`#${schemaAnchor(name)}`} aria-label={words.linkTo(name)}>
          #
        </a>
      </h3>
      {schema.description && (
        <p {...DOCUMENT_TEXT}>
          <InlineText text={schema.description} />
        </p>
      )}
      <SchemaBody schema={schema} />
    </section>
  );
}

/** The members of a schema, the members of each alternative, or its type. */
function SchemaBody({ schema }: { readonly schema: Schema }) {
  if (schema.properties) return <Members schema={schema} />;
  const choices = (schema.oneOf ?? schema.anyOf ?? []).filter(({ properties }) => properties !== undefined);
  if (choices.length > 0) {
    return (
      <>
        <p>{words.oneOf}</p>
        {choices.map((choice) => (
          <div key={JSON.stringify(choice)} class="choice">
            <Members schema={choice} />
          </div>
        ))}
      </>
    );
  }
  const limits = limitWords(schema);
  return (
    <p>
      <SchemaType schema={schema} />
      {limits.length > 0 && (
        <span class="small soft">
          , <InlineText text={limits.join('; ')} />
        </span>
      )}
    </p>
  );
}
