const MOST = 8;

/** The shelf before it is read: as many places as there will be on a screen, as large as sheets will be. */
export function SheetSkeletons({ count }: { readonly count: number }) {
  return (
    <div class="shelf" aria-hidden="true">
      {Array.from({ length: Math.min(count, MOST) }, (_, place) => (
        <div key={place} class="sheet">
          <span class="paper skeleton" />
          <span class="sheet-title skeleton line" />
          <div class="caption" />
        </div>
      ))}
    </div>
  );
}
