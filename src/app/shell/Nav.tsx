import { online } from '../platform/online.ts';
import { type Route, route } from '../router.ts';
import { Icon } from '../ui/Icon.tsx';
import { shell as words } from '../words/en/shell.ts';

interface Place {
  readonly href: string;
  /** Of its words and of its icon. */
  readonly name: 'drawings' | 'air' | 'settings';
  readonly views: readonly Route['view'][];
}

const PLACES: readonly Place[] = [
  { href: '/', name: 'drawings', views: ['drawings', 'studio', 'trashed'] },
  { href: '/air', name: 'air', views: ['air', 'guide', 'supplies'] },
  { href: '/settings', name: 'settings', views: ['settings', 'reference'] },
];

/** The three places: a bar at the foot of a phone, a rail at the side of anything wider. */
export function Nav() {
  return (
    <nav class="places" aria-label={words.app}>
      {PLACES.map(({ href, name, views }) => (
        <a key={href} href={href} aria-current={views.includes(route.value.view) ? 'page' : undefined}>
          <Icon name={name} />
          <span>{words[name]}</span>
        </a>
      ))}
      {!online.value && (
        <p class="places-offline">
          <Icon name="offline" />
          <span>{words.offline}</span>
        </p>
      )}
    </nav>
  );
}
