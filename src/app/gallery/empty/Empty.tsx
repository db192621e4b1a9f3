import { isInstalled, safariDevice } from '../../platform/install.ts';
import { navigate } from '../../router.ts';
import { Button } from '../../ui/Button.tsx';
import { RainTree } from './RainTree.tsx';

/** The first run: an invitation, and what this is. */
export function EmptyGallery() {
  return (
    <div class="empty">
      <RainTree />
      <div>
        {/* Broken here, so that nothing moves when the face of the serif comes. */}
        <p class="empty-words">
          Sit down somewhere and
          <br />
          draw what is in front of you.
        </p>
        <p class="empty-what soft">
          A sketchbook that works offline and shows the air around you in Singapore.
        </p>
      </div>
      <Button tone="accent" large icon="plus" onClick={() => navigate('/drawings/new')}>
        New drawing
      </Button>
      <FromSafari />
    </div>
  );
}

/** An app that Safari installed begins empty, whatever was drawn in Safari. */
function FromSafari() {
  if (safariDevice() === undefined || !isInstalled()) return null;
  return (
    <p class="small soft">
      Drew in Safari before? Those drawings are still there: <a href="/settings">bring them here</a>.
    </p>
  );
}

/** A trash with nothing in it. */
export function EmptyTrash() {
  return (
    <p class="empty-trash soft">
      Nothing in the trash. What you trash waits here until you restore it or delete it for good.
    </p>
  );
}

/** A search that finds nothing. */
export function NothingFound({ query, onClear }: { readonly query: string; readonly onClear: () => void }) {
  return (
    <div class="nothing-found">
      <p>
        No title here has <q>{query.trim()}</q> in it.
      </p>
      <Button onClick={onClear}>Show all</Button>
    </div>
  );
}
