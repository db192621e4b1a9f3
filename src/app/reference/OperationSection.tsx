import { Code } from './Code.tsx';
import type { Answer, OpenapiDocument, Operation } from './document.ts';
import { examplesOf } from './examples.ts';
import { Line, Prose } from './Prose.tsx';
import { Member, SchemaType } from './SchemaType.tsx';

const PLACES = [
  { place: 'path', title: 'In the path' },
  { place: 'query', title: 'Query parameters' },
  { place: 'header', title: 'Request headers' },
] as const;

interface SectionProps {
  readonly operation: Operation;
  readonly document: OpenapiDocument;
  readonly base: string;
}

/** One operation: what it is for, what it takes, what it answers, and how it is called. */
export function OperationSection({ operation, document, base }: SectionProps) {
  const { id, method, path, summary, description, body, gated } = operation;
  return (
    <section class="operation" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <header>
        <h3 id={`${id}-title`}>
          {summary}{' '}
          <a class="anchor" href={`#${id}`} aria-label={`Link to: ${summary}`}>
            #
          </a>
        </h3>
        <p class="call">
          <Method name={method} /> <code>{path}</code>
        </p>
      </header>
      <div class="operation-words">
        <Prose text={description} />
        <p class="small soft">
          {gated ? 'On a server it wants the token.' : 'Public: send no token.'} Its operationId is{' '}
          <code>{id}</code>.
        </p>
      </div>
      <Parameters operation={operation} />
      {body && (
        <div class="part">
          <h4>Request body</h4>
          <p>
            <SchemaType schema={body.schema} /> as <code>{body.mediaType}</code>
          </p>
        </div>
      )}
      <Answers operation={operation} />
      <div class="part">
        <h4>Examples</h4>
        {examplesOf(operation, document, base).map(({ language, code }) => (
          <Code key={language} label={language} about={summary} code={code} />
        ))}
      </div>
    </section>
  );
}

export function Method({ name }: { readonly name: string }) {
  return <code class={`method ${name.toLowerCase()}`}>{name}</code>;
}

function Parameters({ operation: { parameters } }: Pick<SectionProps, 'operation'>) {
  return (
    <>
      {PLACES.map(({ place, title }) => {
        const here = parameters.filter((parameter) => parameter.in === place);
        if (here.length === 0) return null;
        return (
          <div key={place} class="part">
            <h4>{title}</h4>
            <ul class="members">
              {here.map(({ name, schema, description, required }) => (
                <Member
                  key={name}
                  name={name}
                  schema={schema}
                  description={description}
                  note={required ? 'required' : 'optional'}
                />
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

function Answers({ operation: { answers, answerHeaders } }: Pick<SectionProps, 'operation'>) {
  return (
    <div class="part">
      <h4>Answers</h4>
      <ul class="answers">
        {answers.map((answer) => (
          <AnswerRow key={answer.status} answer={answer} />
        ))}
      </ul>
      {answerHeaders.length > 0 && (
        <>
          <h4>Headers of the answers</h4>
          <ul class="members">
            {answerHeaders.map(({ name, description, statuses }) => (
              <li key={name} class="member">
                <p class="member-head">
                  <code class="member-name">{name}</code>{' '}
                  <span class="small soft">
                    {statuses.length === answers.length ? 'on every answer' : `on ${statuses.join(', ')}`}
                  </span>
                </p>
                <p class="small">
                  <Line text={description} />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function AnswerRow({ answer: { status, description, codes, schema } }: { readonly answer: Answer }) {
  return (
    <li class="answer">
      <code class="status">{status}</code>
      <p>
        <Line text={description} />{' '}
        {codes.length === 0 && schema && (
          <span class="soft">
            Body: <SchemaType schema={schema} />
          </span>
        )}
      </p>
      {codes.length > 0 && (
        <p class="small soft">
          Error code {codes.flatMap((code, i) => [i > 0 && ', ', <code key={code}>{code}</code>])}
        </p>
      )}
    </li>
  );
}
