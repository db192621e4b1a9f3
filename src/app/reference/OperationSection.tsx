import { reference as words } from '../words/en/reference.ts';
import { Code } from './Code.tsx';
import type { OpenapiDocument, Operation, OperationResponse } from './document.ts';
import { examplesOf } from './examples.ts';
import { DOCUMENT_TEXT, DocumentText, InlineText, Prose } from './Prose.tsx';
import { Member, SchemaType } from './SchemaType.tsx';

const PARAMETER_GROUPS = [
  { place: 'path', title: 'inPath' },
  { place: 'query', title: 'inQuery' },
  { place: 'header', title: 'inHeader' },
] as const;

interface SectionProps {
  readonly operation: Operation;
  readonly document: OpenapiDocument;
  /** Origin of the API, without a slash at the end. */
  readonly base: string;
}

/** One operation: description, parameters, body, responses and examples. */
export function OperationSection({ operation, document, base }: SectionProps) {
  const { id, method, path, summary, description, body, gated } = operation;
  return (
    <section class="operation" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <DocumentText text={summary} />{' '}
        <a class="anchor" href={`#${id}`} aria-label={words.linkTo(summary)}>
          #
        </a>
      </h3>
      <p class="call">
        <Method name={method} /> <code>{path}</code>
      </p>
      <div class="operation-words">
        <Prose text={description} />
        <p class="small soft">
          <InlineText text={gated ? words.gated(id) : words.open(id)} />
        </p>
      </div>
      <Parameters operation={operation} />
      {body && (
        <div class="part">
          <h4>{words.body}</h4>
          <p>
            <SchemaType schema={body.schema} /> (<code>{body.mediaType}</code>)
          </p>
        </div>
      )}
      <Responses operation={operation} />
      <div class="part">
        <h4>{words.examples}</h4>
        {examplesOf(operation, document, base).map(({ language, code }) => (
          <Code key={language} label={language} about={summary} code={code} />
        ))}
      </div>
    </section>
  );
}

/** The method of an operation, such as GET. */
export function Method({ name }: { readonly name: string }) {
  return <code class={`method ${name.toLowerCase()}`}>{name}</code>;
}

function Parameters({ operation: { parameters } }: Pick<SectionProps, 'operation'>) {
  return (
    <>
      {PARAMETER_GROUPS.map(({ place, title }) => {
        const here = parameters.filter((parameter) => parameter.in === place);
        if (here.length === 0) return null;
        return (
          <div key={place} class="part">
            <h4>{words[title]}</h4>
            <ul class="members">
              {here.map(({ name, schema, description, required }) => (
                <Member
                  key={name}
                  name={name}
                  schema={schema}
                  description={description}
                  note={required ? words.required : words.optional}
                />
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

function Responses({ operation: { responses, responseHeaders } }: Pick<SectionProps, 'operation'>) {
  return (
    <div class="part">
      <h4>{words.answers}</h4>
      <ul class="answers">
        {responses.map((response) => (
          <ResponseRow key={response.status} response={response} />
        ))}
      </ul>
      {responseHeaders.length > 0 && (
        <>
          <h4>{words.answerHeaders}</h4>
          <ul class="members">
            {responseHeaders.map(({ name, description, statuses }) => (
              <li key={name} class="member">
                <p class="member-head">
                  <code class="member-name">{name}</code>{' '}
                  <span class="small soft">
                    {statuses.length === responses.length ? words.onAll : words.on(statuses)}
                  </span>
                </p>
                <p class="small" {...DOCUMENT_TEXT}>
                  <InlineText text={description} />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function ResponseRow({
  response: { status, description, codes, schema },
}: {
  readonly response: OperationResponse;
}) {
  return (
    <li class="answer">
      <code class="status">{status}</code>
      {codes.length === 0 && schema ? (
        <p>
          <DocumentText text={description} /> <SchemaType schema={schema} lead={words.bodyOf} />
        </p>
      ) : (
        <p {...DOCUMENT_TEXT}>
          <InlineText text={description} />
        </p>
      )}
      {codes.length > 0 && (
        <p class="small soft">
          {words.errorCodes} {codes.flatMap((code, i) => [i > 0 && ', ', <code key={code}>{code}</code>])}
        </p>
      )}
    </li>
  );
}
