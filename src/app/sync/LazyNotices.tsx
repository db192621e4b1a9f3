import type { ComponentProps, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type SyncNotices from './SyncNotices.tsx';
import { syncState } from './sync-link.ts';

type Props = ComponentProps<typeof SyncNotices>;

/** Notices of sync, whose code is fetched when there is one. Where it cannot be had, Settings has them. */
export function LazyNotices(props: Props) {
  const [View, setView] = useState<ComponentType<Props>>();
  const { only } = props;
  const notices = syncState.value?.notices ?? [];
  const some = notices.some(({ drawing }) => only === undefined || drawing === only.id);
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
