/** For an element with text of the OpenAPI document, which is English in every language of the page. */
export const DOCUMENT_TEXT = { lang: 'en', dir: 'auto' } as const;

/** A text with code between backticks, in one paragraph. Markup stays text. */
export function InlineText({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((piece, i) => {
        return i % 2 === 1 ? <code key={i}>{piece}</code> : piece;
      })}
    </>
  );
}

/** A text of the document within other text. */
export function DocumentText({ text }: { readonly text: string }) {
  return (
    <span {...DOCUMENT_TEXT}>
      <InlineText text={text} />
    </span>
  );
}

/** A text of the document with paragraphs, separated by empty lines. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph !== '')
        .map((paragraph) => (
          <p key={paragraph} {...DOCUMENT_TEXT}>
            <InlineText text={paragraph} />
          </p>
        ))}
    </>
  );
}
