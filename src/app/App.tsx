import { GalleryView } from './gallery/GalleryView.tsx';
import { lazyView } from './lazy.tsx';
import { type Route, route } from './router.ts';
import { ViewBoundary } from './shell/Boundary.tsx';
import { NotFoundView } from './shell/NotFoundView.tsx';
import { Shell } from './shell/Shell.tsx';

const StudioView = lazyView<{ id?: string }>(() => import('./studio/StudioView.tsx'));
const TrashedView = lazyView<{ id: string }>(() => import('./gallery/trash/TrashedView.tsx'));
const SharedView = lazyView<{ secret: string }>(() => import('./shared/SharedView.tsx'));
const AirView = lazyView(() => import('./air/AirView.tsx'));
const GuideView = lazyView(() => import('./air/GuideView.tsx'));
const SuppliesView = lazyView(() => import('./supplies/SuppliesView.tsx'));
const ReferenceView = lazyView(() => import('./reference/ReferenceView.tsx'));
const SettingsView = lazyView(() => import('./settings/SettingsView.tsx'));

/** The view of a route. */
function view(route: Route) {
  switch (route.view) {
    case 'drawings':
      return <GalleryView tab={route.tab} />;
    case 'studio':
      return <StudioView {...(route.id === undefined ? {} : { id: route.id })} />;
    case 'trashed':
      return <TrashedView key={route.id} id={route.id} />;
    case 'shared':
      return <SharedView key={route.secret} secret={route.secret} />;
    case 'air':
      return <AirView />;
    case 'guide':
      return <GuideView />;
    case 'supplies':
      return <SuppliesView />;
    case 'settings':
      return <SettingsView />;
    case 'reference':
      return <ReferenceView />;
    case 'not-found':
      return <NotFoundView />;
  }
}

/** The page: the frame, and the view of the current route. */
export function App() {
  return (
    <Shell bare={route.value.view === 'studio'}>
      <ViewBoundary key={route.value.view}>{view(route.value)}</ViewBoundary>
    </Shell>
  );
}
