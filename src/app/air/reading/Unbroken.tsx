/** A sentence in which `24-hour` and `1-hour` never break at the hyphen. The text itself is unchanged. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(/(\d+-hour)/).map((part, i) =>
    // split() puts the matches at the odd indices.
    i % 2 === 1 ? (
      <span key={i} class="whole">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
