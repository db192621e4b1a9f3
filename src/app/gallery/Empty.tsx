import { navigate } from '../router.ts';
import { Button } from '../ui/Button.tsx';
import { RainTree } from './RainTree.tsx';

/** The first run: an invitation. */
export function EmptyGallery() {
  return (
    <div class="empty">
      <RainTree />
      <p class="empty-words">Sit down somewhere and draw what is in front of you.</p>
      <Button tone="accent" large icon="plus" onClick={() => navigate('/drawings/new')}>
        New drawing
      </Button>
    </div>
  );
}

/** A trash with nothing in it. */
export function EmptyTrash() {
  return (
    <p class="empty-trash soft">Nothing in the trash. What you trash waits here until you restore it.</p>
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
