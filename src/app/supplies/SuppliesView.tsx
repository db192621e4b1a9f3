import { AFFILIATE_DISCLOSURE } from '../../core/air/provenance.ts';
import { Page } from '../ui/Page.tsx';

/** Masks and purifiers, off the reading screen, the disclosure before anything else. */
export default function SuppliesView() {
  return (
    <Page title="Supplies">
      <div class="prose">
        <p class="disclosure">{AFFILIATE_DISCLOSURE}</p>
        <p>
          No catalogue of masks or purifiers has been set up on this server yet, so there is nothing to show
          here.
        </p>
        <p>
          <a href="/air">Back to the reading</a>
        </p>
      </div>
    </Page>
  );
}
