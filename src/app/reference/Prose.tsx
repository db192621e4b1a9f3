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

/** A text of paragraphs, separated by empty lines. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph !== '')
        .map((paragraph) => (
          <p key={paragraph}>
            <InlineText text={paragraph} />
          </p>
        ))}
    </>
  );
}
