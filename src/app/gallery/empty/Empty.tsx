import { lazyPart } from '../../lazy.tsx';
import { isInstalled, safariDevice } from '../../platform/install.ts';
import { navigate } from '../../router.ts';
import { indoorWords } from '../../sky/indoors.ts';
import { Button } from '../../ui/Button.tsx';
import { gallery as words } from '../../words/en/gallery/gallery.ts';
import { RichText } from '../../words/RichText.tsx';

/** Comes after the words: only a new device shows it. */
const RainTree = lazyPart(() => import('./RainTree.tsx'));

/** The gallery without drawings: an invitation, and what the app is. */
export function EmptyGallery() {
  return (
    <div class="empty">
      <svg
        class="rain-tree"
        viewBox="0 0 360 230"
        width="360"
        height="230"
        aria-hidden="true"
        focusable="false"
      >
        <RainTree isIndoors={indoorWords.value !== ''} />
      </svg>
      <div>
        <p class="empty-words">{indoorWords.value || words.invitation}</p>
        <p class="empty-what soft">{words.what}</p>
      </div>
      <Button tone="accent" large icon="plus" onClick={() => navigate('/drawings/new')}>
        {words.newDrawing}
      </Button>
      <FromSafari />
    </div>
  );
}

/** A hint for an app installed by Safari, which starts without the drawings made in Safari. */
function FromSafari() {
  if (safariDevice() === undefined || !isInstalled()) return null;
  return (
    <p class="small soft">
      <RichText text={words.fromSafari} marks={{ link: (name) => <a href="/settings">{name}</a> }} />
    </p>
  );
}

/** The empty trash. */
export function EmptyTrash() {
  return <p class="empty-trash soft">{words.nothingInTrash}</p>;
}

/** A search without results. */
export function NothingFound({ query, onClear }: { readonly query: string; readonly onClear: () => void }) {
  return (
    <div class="nothing-found">
      <p>
        <RichText text={words.notFound} marks={{ query: () => <q dir="auto">{query.trim()}</q> }} />
      </p>
      <Button onClick={onClear}>{words.showAll}</Button>
    </div>
  );
}
