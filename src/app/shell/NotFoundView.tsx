import { Page } from '../ui/Page.tsx';

/** An address that names nothing here. */
export function NotFoundView() {
  return (
    <Page title="Page not found">
      <div class="prose">
        <p>There is no page at this address. Your drawings are safe.</p>
      </div>
      <p class="page-elsewhere">
        <a href="/">All drawings</a>
      </p>
    </Page>
  );
}
