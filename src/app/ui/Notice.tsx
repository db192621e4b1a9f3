import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  /** Added to the accessible name, for a page with several notices of the same title. */
  readonly about?: string;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
  readonly tone?: 'plain' | 'danger';
}

/** A notice in the flow of the page: what happened, what is safe, what to do. */
export function Notice({ icon, title, about, children, action, tone = 'plain' }: NoticeProps) {
  return (
    <section class={`notice ${tone}`} aria-label={about ? `${title} ${about}` : title}>
      <Icon name={icon} />
      <div class="notice-words">
        <p class="notice-title">{title}</p>
        {children && <div class="small">{children}</div>}
      </div>
      {action}
    </section>
  );
}
