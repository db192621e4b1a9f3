import { online } from '../platform/online.ts';
import { type Route, route } from '../router.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';

interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  readonly views: readonly Route['view'][];
}

const PLACES: readonly Place[] = [
  { href: '/', label: 'Drawings', icon: 'drawings', views: ['drawings', 'studio', 'trashed'] },
  { href: '/air', label: 'Air', icon: 'air', views: ['air', 'guide', 'supplies'] },
  { href: '/settings', label: 'Settings', icon: 'settings', views: ['settings', 'reference'] },
];

/** The three places: a bar at the foot of a phone, a rail at the side of anything wider. */
export function Nav() {
  return (
    <nav class="places" aria-label="Pleinair">
      {PLACES.map(({ href, label, icon, views }) => (
        <a key={href} href={href} aria-current={views.includes(route.value.view) ? 'page' : undefined}>
          <Icon name={icon} />
          <span>{label}</span>
        </a>
      ))}
      {!online.value && (
        <p class="places-offline">
          <Icon name="offline" />
          <span>Offline</span>
        </p>
      )}
    </nav>
  );
}
