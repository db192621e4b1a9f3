import { GalleryView } from './gallery/GalleryView.tsx';
import { lazyPage, lazyView } from './lazy.tsx';
import { type Route, route } from './router.ts';
import { ViewBoundary } from './shell/Boundary.tsx';
import { NotFoundView } from './shell/NotFoundView.tsx';
import { Shell } from './shell/Shell.tsx';
import { gallery } from './words/en/gallery/gallery.ts';
import { shell } from './words/en/shell.ts';

const StudioView = lazyView<{ id?: string }>(() => import('./studio/StudioView.tsx'));
const TrashedView = lazyPage<{ id: string }>(
  () => import('./gallery/trash/TrashedView.tsx'),
  () => gallery.opening,
  false,
);
const SharedView = lazyPage<{ secret: string }>(
  () => import('./shared/SharedView.tsx'),
  () => gallery.opening,
  false,
);
const AirView = lazyPage(
  () => import('./air/AirView.tsx'),
  () => shell.air,
);
const GuideView = lazyPage(
  () => import('./air/GuideView.tsx'),
  () => shell.guide,
);
const SuppliesView = lazyPage(
  () => import('./supplies/SuppliesView.tsx'),
  () => shell.supplies,
);
const ReferenceView = lazyPage(
  () => import('./reference/ReferenceView.tsx'),
  () => shell.reference,
);
const SettingsView = lazyPage(
  () => import('./settings/SettingsView.tsx'),
  () => shell.settings,
);

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
