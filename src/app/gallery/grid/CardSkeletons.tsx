/** Most placeholders. */
const SHOWN_MAX = 8;

/** Placeholders of the cards until the list is loaded, as large as cards. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <div class="drawing-grid" aria-hidden="true">
      {Array.from({ length: Math.min(count, SHOWN_MAX) }, (_, place) => (
        <div key={place} class="drawing-card">
          <span class="paper skeleton" />
          <span class="drawing-card-title skeleton line" />
          <div class="caption" />
        </div>
      ))}
    </div>
  );
}
