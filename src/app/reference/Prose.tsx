/** Text of the document: paragraphs, with code between backticks. Never markup. */

/** One line. */
export function Line({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((piece, i) => {
        return i % 2 === 1 ? <code key={i}>{piece}</code> : piece;
      })}
    </>
  );
}

export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {text
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph !== '')
        .map((paragraph) => (
          <p key={paragraph}>
            <Line text={paragraph} />
          </p>
        ))}
    </>
  );
}
