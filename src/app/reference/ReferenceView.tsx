import './reference.css';
import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../client/client.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { reference as words } from '../words/en/reference.ts';
import { problemWords } from '../words/problems.ts';
import { Rich } from '../words/Rich.tsx';
import { Contents, ContentsList } from './Contents.tsx';
import {
  isOpenapiDocument,
  matches,
  type OpenapiDocument,
  operationGroups,
  type Schema,
} from './document.ts';
import { FIRST, useGrowing } from './growing.ts';
import { OperationSection } from './OperationSection.tsx';
import { Line, Prose } from './Prose.tsx';
import { Members, SchemaType, schemaAnchor } from './SchemaType.tsx';
import { limitWords } from './type-words.ts';

type Known =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'ready'; readonly document: OpenapiDocument };

/** Reads the document, as the page reads everything: from whatever answers /api/v1 here. */
async function readDocument(): Promise<Known> {
  try {
    const { data, error, response } = await api.GET('/api/v1/openapi.json');
    if (isOpenapiDocument(data)) return { state: 'ready', document: data };
    return { state: 'failed', why: problemWords(error, response) };
  } catch (error) {
    return { state: 'failed', why: problemWords(error) };
  }
}

/** The API for those who call it: every operation and schema, from the document that the API gives of itself. */
export default function ReferenceView() {
  const [known, setKnown] = useState<Known>({ state: 'loading' });
  const load = () => {
    setKnown({ state: 'loading' });
    void readDocument().then(setKnown);
  };
  useEffect(load, []);
  return (
    <Page title={words.title} note={<p class="page-note">{words.note}</p>}>
      {known.state === 'loading' && <div class="page-waiting" aria-busy="true" />}
      {known.state === 'failed' && (
        <Notice icon="warning" title={words.failed} action={<Button onClick={load}>{words.retry}</Button>}>
          {known.why}
        </Notice>
      )}
      {known.state === 'ready' && <Reference document={known.document} />}
    </Page>
  );
}

/** Frames until the height of what stands above a place is known. */
const SETTLING_FRAMES = 3;

/** Shows the place that the address names; the browser looked for it before it was there. */
function showTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === '' ? null : document.getElementById(id);
  if (!target) return;
  target.focus({ preventScroll: true });
  settle(target, SETTLING_FRAMES);
}

/** Scrolls to it for some frames: what stands above it has its true height only once it is near the screen. */
function settle(target: Element, frames: number): void {
  target.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => settle(target, frames - 1));
}

function Reference({ document: described }: { readonly document: OpenapiDocument }) {
  const [wanted, setWanted] = useState('');
  const base = location.origin;
  const all = useMemo(() => operationGroups(described), [described]);
  const sought = wanted.trim();
  const groups = all
    .map((group) => ({ ...group, operations: group.operations.filter((one) => matches(one, sought)) }))
    .filter(({ operations }) => operations.length > 0);
  const schemas = Object.entries(described.components.schemas).filter(([name]) =>
    name.toLowerCase().includes(sought.toLowerCase()),
  );
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);

  const operations = all.reduce((sum, group) => sum + group.operations.length, 0);
  const total = operations + Object.keys(described.components.schemas).length;
  const { count: grown, finish } = useGrowing(total, location.hash !== '');
  // As a signal: nothing is rendered anew when the last part has come.
  const busy = useComputed(() => grown.value < total);
  let part = 0;

  useLayoutEffect(showTarget, []);
  useEffect(() => {
    // What a link leads to may have been filtered away, or not be there yet.
    const follow = () => {
      setWanted('');
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
            value={wanted}
            autoComplete="off"
            placeholder={words.findHint}
            onInput={(event) => {
              finish();
              setWanted(event.currentTarget.value);
            }}
          />
          <span class="field-help small soft" role="status">
            {sought === '' ? '' : words.found(count, schemas.length)}
          </span>
        </p>
        <Contents>
          <Part index={FIRST} grown={grown}>
            <ContentsList groups={groups} schemas={schemas.map(([name]) => name)} />
          </Part>
        </Contents>
      </div>
      <div class="reference-main">
        {sought === '' && <Introduction document={described} base={base} />}
        {groups.map(({ tag, description, operations }) => (
          <section key={tag} aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`}>{tag}</h2>
            <p class="soft">
              <Line text={description} />
            </p>
            {operations.map((operation) => (
              <Part key={operation.id} index={part++} grown={grown}>
                <OperationSection operation={operation} document={described} base={base} />
              </Part>
            ))}
          </section>
        ))}
        {schemas.length > 0 && <Schemas schemas={schemas} first={part} grown={grown} />}
      </div>
    </div>
  );
}

interface PartProps extends PlaceProps {
  readonly children: ComponentChildren;
}

interface PlaceProps {
  /** Its place among the parts of the page. */
  readonly index: number;
  readonly grown: ReadonlySignal<number>;
}

/** A part of the page, once it is its turn: of all parts it alone is rendered then. */
function Part({ index, grown, children }: PartProps) {
  const isThere = useComputed(() => grown.value > index).value;
  return isThere ? <>{children}</> : null;
}

interface IntroductionProps {
  readonly document: OpenapiDocument;
  readonly base: string;
}

function Introduction({ document: { info, components }, base }: IntroductionProps) {
  const schemes = Object.entries(components.securitySchemes ?? {});
  return (
    <section class="reference-intro" aria-label={words.before}>
      <p class="reference-lead">{info.summary}</p>
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
                <Line text={description} />
              </p>
            ))}
          </li>
        )}
        <li class="member">
          <p class="member-head">{words.downloads}</p>
          <p>
            <Rich
              text={words.document(info.version)}
              marks={{ link: (name) => <a href="/api/v1/openapi.json">{name}</a> }}
            />
          </p>
          <p>
            <Rich
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
  /** Place of the first of them among the parts of the page. */
  readonly first: number;
  readonly grown: ReadonlySignal<number>;
}

function Schemas({ schemas, first, grown }: SchemasProps) {
  return (
    <section aria-labelledby="schemas">
      <h2 id="schemas">{words.schemas}</h2>
      {schemas.map(([name, schema], i) => (
        <Part key={name} index={first + i} grown={grown}>
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
        {name}{' '}
        <a class="anchor" href={`#${schemaAnchor(name)}`} aria-label={words.linkTo(name)}>
          #
        </a>
      </h3>
      {schema.description && (
        <p>
          <Line text={schema.description} />
        </p>
      )}
      <SchemaBody schema={schema} />
    </section>
  );
}

/** Its members, those of each of its choices, or its type. */
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
          , <Line text={limits.join('; ')} />
        </span>
      )}
    </p>
  );
}
