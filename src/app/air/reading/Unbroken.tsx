/** A sentence whose `24-hour` and `1-hour` are never broken at the hyphen. The text itself stays as it is. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(/(\d+-hour)/).map((part, i) =>
    // Every second part is what the expression caught.
    i % 2 === 1 ? (
      <span key={i} class="whole">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
