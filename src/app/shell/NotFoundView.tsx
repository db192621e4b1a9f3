import { Page } from '../ui/Page.tsx';

/** An address that names nothing here. */
export function NotFoundView() {
  return (
    <Page title="Nothing here">
      <div class="prose">
        <p>This address names no page of Pleinair. Nothing is lost.</p>
        <p>
          <a href="/">Back to the shelf</a>
        </p>
      </div>
    </Page>
  );
}
