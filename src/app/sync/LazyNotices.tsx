import type { ComponentProps, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type SyncNotices from './SyncNotices.tsx';
import { syncState } from './sync-link.ts';

type Props = ComponentProps<typeof SyncNotices>;

/** The notices of sync, outside of Settings. Their code loads when there is one. If it does not load, Settings still shows them. */
export function LazyNotices(props: Props) {
  const [View, setView] = useState<ComponentType<Props>>();
  const { only } = props;
  const { notices = [], on, trouble, retryAt } = syncState.value ?? {};
  const some = only
    ? notices.some(({ drawing }) => drawing === only.id)
    : notices.length > 0 || (on && trouble && (retryAt === null || trouble === 'server_full'));
  useEffect(() => {
    if (!some) return;
    import('./SyncNotices.tsx').then(
      (module) => setView(() => module.default),
      () => {},
    );
  }, [some]);
  if (View === undefined || !some) return null;
  return (
    <div class={only ? 'studio-trouble' : 'sync-page-notices'}>
      <View {...props} />
    </div>
  );
}
