const MOST = 8;

/** The grid before it is read: as many places as there will be on a screen, as large as cards will be. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <div class="drawing-grid" aria-hidden="true">
      {Array.from({ length: Math.min(count, MOST) }, (_, place) => (
        <div key={place} class="drawing-card">
          <span class="paper skeleton" />
          <span class="drawing-card-title skeleton line" />
          <div class="caption" />
        </div>
      ))}
    </div>
  );
}
