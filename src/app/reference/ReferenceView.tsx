import './reference.css';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../client/client.ts';
import { problemWords } from '../problem-words.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { Contents } from './Contents.tsx';
import {
  isOpenapiDocument,
  matches,
  type OpenapiDocument,
  operationGroups,
  type Schema,
} from './document.ts';
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
    <Page
      title="The API"
      note={<p class="page-note">Made from the description that the API gives of itself</p>}
    >
      {known.state === 'loading' && <div class="page-waiting" aria-busy="true" />}
      {known.state === 'failed' && (
        <Notice
          icon="warning"
          title="The description of the API did not load."
          action={<Button onClick={load}>Try again</Button>}
        >
          {known.why}
        </Notice>
      )}
      {known.state === 'ready' && <Reference document={known.document} />}
    </Page>
  );
}

/** Shows the place that the address names; the browser looked for it before it was there. */
function showTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === '' ? null : document.getElementById(id);
  if (!target) return;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

function Reference({ document: described }: { readonly document: OpenapiDocument }) {
  const [wanted, setWanted] = useState('');
  const base = location.origin;
  const all = useMemo(() => operationGroups(described), [described]);
  const words = wanted.trim();
  const groups = all
    .map((group) => ({ ...group, operations: group.operations.filter((one) => matches(one, words)) }))
    .filter(({ operations }) => operations.length > 0);
  const schemas = Object.entries(described.components.schemas).filter(([name]) =>
    name.toLowerCase().includes(words.toLowerCase()),
  );
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);

  useLayoutEffect(showTarget, []);
  useEffect(() => {
    // What a link leads to may have been filtered away.
    const follow = () => {
      setWanted('');
      requestAnimationFrame(showTarget);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  return (
    <div class="reference">
      <div class="reference-side">
        <p class="field">
          <label for="reference-find">Find an operation</label>
          <input
            id="reference-find"
            type="search"
            value={wanted}
            autoComplete="off"
            placeholder="path, word or error code"
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          <span class="field-help small soft" role="status">
            {words === '' ? '' : found(count, schemas.length)}
          </span>
        </p>
        <Contents groups={groups} schemas={schemas.map(([name]) => name)} />
      </div>
      <div class="reference-main">
        {words === '' && <Introduction document={described} base={base} />}
        {groups.map(({ tag, description, operations }) => (
          <section key={tag} aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`}>{tag}</h2>
            <p class="soft">
              <Line text={description} />
            </p>
            {operations.map((operation) => (
              <OperationSection key={operation.id} operation={operation} document={described} base={base} />
            ))}
          </section>
        ))}
        {schemas.length > 0 && <Schemas schemas={schemas} />}
      </div>
    </div>
  );
}

function found(operations: number, schemas: number): string {
  const counted = [
    { count: operations, one: 'operation', more: 'operations' },
    { count: schemas, one: 'schema', more: 'schemas' },
  ].filter(({ count }) => count > 0);
  if (counted.length === 0) return 'Nothing here has these words.';
  return counted.map(({ count, one, more }) => `${count} ${count === 1 ? one : more}`).join(', ');
}

interface IntroductionProps {
  readonly document: OpenapiDocument;
  readonly base: string;
}

function Introduction({ document: { info, components }, base }: IntroductionProps) {
  const schemes = Object.entries(components.securitySchemes ?? {});
  return (
    <section class="reference-intro" aria-label="Before you begin">
      <p class="reference-lead">{info.summary}</p>
      <ul class="members">
        <li class="member">
          <p class="member-head">Base address</p>
          <p>
            <code>{base}</code>
          </p>
        </li>
        {schemes.length > 0 && (
          <li class="member">
            <p class="member-head">Token, for drawings and the profile on a server</p>
            {schemes.map(([id, { type, name, description = '' }]) => (
              <p key={id} class="small">
                <code>{type === 'http' ? 'Authorization: Bearer …' : `${name}: …`}</code>{' '}
                <Line text={description} />
              </p>
            ))}
          </li>
        )}
        <li class="member">
          <p class="member-head">To take with you</p>
          <p>
            <a href="/api/v1/openapi.json">OpenAPI document</a>, version {info.version}
          </p>
          <p>
            <a href="/client/pleinair.ts" download>
              Typed client
            </a>{' '}
            for TypeScript, one file that needs nothing but <code>fetch</code>
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

function Schemas({ schemas }: { readonly schemas: readonly NamedSchema[] }) {
  return (
    <section aria-labelledby="schemas">
      <h2 id="schemas">Schemas</h2>
      {schemas.map(([name, schema]) => (
        <section
          key={name}
          class="operation"
          id={schemaAnchor(name)}
          tabIndex={-1}
          aria-label={`Schema ${name}`}
        >
          <h3>
            {name}{' '}
            <a class="anchor" href={`#${schemaAnchor(name)}`} aria-label={`Link to: ${name}`}>
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
      ))}
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
        <p>One of these:</p>
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
