import { Page } from '../ui/Page.tsx';
import { shell as words } from '../words/en/shell.ts';

/** The view of an unknown address. */
export function NotFoundView() {
  return (
    <Page title={words.notFound}>
      <div class="prose">
        <p>{words.notFoundText}</p>
      </div>
      <p class="page-elsewhere">
        <a href="/">{words.allDrawings}</a>
      </p>
    </Page>
  );
}
