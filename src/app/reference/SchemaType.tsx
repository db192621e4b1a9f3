import { reference as words } from '../words/en/reference.ts';
import type { Schema } from './document.ts';
import { Line } from './Prose.tsx';
import { innerObject, limitWords, typeParts } from './type-words.ts';

/** The anchor of a schema. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

/** A type in words; schemas of the document are links to their place. */
interface TypeProps {
  readonly schema: Schema;
  /** Said behind it: `required`, `optional`. */
  readonly note?: string | undefined;
}

export function SchemaType({ schema, note }: TypeProps) {
  return (
    <span class="type">
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
  /** Said beside the type: `required`, `optional`. */
  readonly note?: string;
  readonly description?: string | undefined;
}

/** A member, a parameter or a header: its name, its type, what it means and what it must keep to. */
export function Member({ name, schema, note, description = schema.description }: MemberProps) {
  const limits = limitWords(schema);
  const inner = innerObject(schema);
  return (
    <li class="member">
      <p class="member-head">
        <code class="member-name">{name}</code> <SchemaType schema={schema} note={note} />
      </p>
      {description && (
        <p class="small">
          <Line text={description} />
        </p>
      )}
      {limits.length > 0 && (
        <p class="small soft">
          <Line text={limits.join('; ')} />
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
