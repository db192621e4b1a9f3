const COUNT = 8;

/** The shelf before it is read: as many places as a screen shows, as large as sheets will be. */
export function SheetSkeletons() {
  return (
    <div class="shelf" aria-hidden="true">
      {Array.from({ length: COUNT }, (_, place) => (
        <div key={place} class="sheet">
          <span class="paper skeleton" />
          <span class="sheet-title skeleton line" />
          <div class="caption" />
        </div>
      ))}
    </div>
  );
}
