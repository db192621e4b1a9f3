import { online } from '../platform/online.ts';
import { type Route, route } from '../router.ts';
import { Icon } from '../ui/Icon.tsx';
import { shell as words } from '../words/en/shell.ts';

interface NavItem {
  readonly href: string;
  /** Key of the words and of the icon. */
  readonly name: 'drawings' | 'air' | 'settings';
  /** Views in which this item is marked as current. */
  readonly views: readonly Route['view'][];
}

const ITEMS: readonly NavItem[] = [
  { href: '/', name: 'drawings', views: ['drawings', 'studio', 'trashed'] },
  { href: '/air', name: 'air', views: ['air', 'guide', 'supplies'] },
  { href: '/settings', name: 'settings', views: ['settings', 'reference'] },
];

/** The navigation: a bar at the bottom of a phone, a rail at the side of wider screens. */
export function Nav() {
  return (
    <nav class="places" aria-label={words.app}>
      {ITEMS.map(({ href, name, views }) => (
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
