import { reference as words } from '../words/en/reference.ts';
import type { Schema } from './document.ts';
import { DOCUMENT_TEXT, InlineText } from './Prose.tsx';
import { innerObject, limitWords, typeParts } from './type-words.ts';

/** Id of the element that describes a schema. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

interface TypeProps {
  readonly schema: Schema;
  /** Shown before the type. */
  readonly lead?: string;
  /** Shown after the type: `required`, `optional`. */
  readonly note?: string | undefined;
}

/** A type in words. Names of schemas are links. */
export function SchemaType({ schema, lead, note }: TypeProps) {
  return (
    <span class="type" dir="auto">
      {lead && `${lead} `}
      {typeParts(schema).map((part, i) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={i} href={`#${schemaAnchor(part.schema)}`}>
            {part.schema}
          </a>
        ),
      )}
      {note && `, ${note}`}
    </span>
  );
}

interface MemberProps {
  readonly name: string;
  readonly schema: Schema;
  /** Shown after the type: `required`, `optional`. */
  readonly note?: string;
  readonly description?: string | undefined;
}

/** A member or parameter: name, type, description and limits. */
export function Member({ name, schema, note, description = schema.description }: MemberProps) {
  const limits = limitWords(schema);
  const inner = innerObject(schema);
  return (
    <li class="member">
      <p class="member-head">
        <code class="member-name">{name}</code> <SchemaType schema={schema} note={note} />
      </p>
      {description && (
        <p class="small" {...DOCUMENT_TEXT}>
          <InlineText text={description} />
        </p>
      )}
      {limits.length > 0 && (
        <p class="small soft">
          <InlineText text={limits.join('; ')} />
        </p>
      )}
      {inner && <Members schema={inner} />}
    </li>
  );
}

/** The members of an object. */
export function Members({ schema }: { readonly schema: Schema }) {
  const { properties = {}, required = [] } = schema;
  return (
    <ul class="members">
      {Object.entries(properties).map(([name, member]) => (
        <Member
          key={name}
          name={name}
          schema={member}
          {...(required.includes(name) ? {} : { note: words.optional })}
        />
      ))}
    </ul>
  );
}
