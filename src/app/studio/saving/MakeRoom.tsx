import { useEffect, useState } from 'preact/hooks';
import { api } from '../../client/client.ts';
import { route, TRASH_ADDRESS } from '../../router.ts';
import { trash as words } from '../../words/en/gallery/trash.ts';

/** A link to the trash for a notice about full storage, if emptying it would free some. Not in the trash itself. */
export default function MakeRoom() {
  const [count, setCount] = useState(0);
  const here = route.value;
  useEffect(() => {
    api.GET('/api/v1/status').then(
      ({ data }) => setCount(data?.trashed ?? 0),
      // Without a count there is no link.
      () => {},
    );
  }, [here]);
  if (count === 0 || (here.view === 'drawings' && here.tab === 'trash')) return null;
  return (
    <p>
      <a class="notice-link" href={TRASH_ADDRESS}>
        {words.makeRoom(count)}
      </a>
    </p>
  );
}
