import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { reference as words } from '../words/en/reference.ts';
import type { OperationGroup } from './document.ts';
import { Method } from './OperationSection.tsx';
import { DOCUMENT_TEXT } from './Prose.tsx';
import { schemaAnchor } from './SchemaType.tsx';

/** Width from which the contents have a column of their own, as in reference.css. */
const WIDE = '(min-width: 60rem)';

/** The frame of the contents: open beside the page where there is room, else closed above it. */
export function Contents({ children }: { readonly children: ComponentChildren }) {
  const [open, setOpen] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const follow = () => setOpen(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return (
    <nav class="contents" aria-label={words.contents}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.contents}</summary>
        {children}
      </details>
    </nav>
  );
}

interface ListProps {
  readonly groups: readonly OperationGroup[];
  readonly schemas: readonly string[];
}

/** The contents: links to all operations and schemas. */
export function ContentsList({ groups, schemas }: ListProps) {
  return (
    <>
      {groups.map(({ tag, operations }) => (
        <div key={tag}>
          <p class="contents-head" {...DOCUMENT_TEXT}>
            {tag}
          </p>
          <ul>
            {operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`#${id}`} title={summary} {...DOCUMENT_TEXT}>
                  <Method name={method} /> <span dir="ltr">{path.replace(/^\/api\/v1(?=\/)/, '')}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {schemas.length > 0 && (
        <div>
          <p class="contents-head">{words.schemas}</p>
          <ul>
            {schemas.map((name) => (
              <li key={name}>
                <a href={`#${schemaAnchor(name)}`} {...DOCUMENT_TEXT}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
