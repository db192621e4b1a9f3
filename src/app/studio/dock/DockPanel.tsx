import type { ComponentChildren } from 'preact';
import type { PanelName } from '../controls/panels.ts';

/** The id of a panel, for `aria-controls`. */
export function panelId(name: PanelName): string {
  return `${name}-panel`;
}

interface DockPanelProps {
  readonly name: PanelName;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** An open panel beside the dock. It follows the toolbar in the page, so that Tab leads from its button into it. */
export function DockPanel({ name, label, children }: DockPanelProps) {
  return (
    <section
      id={panelId(name)}
      class={`dock-panel panel open ${panelId(name)}`}
      aria-label={label}
      data-panel={name}
    >
      {children}
    </section>
  );
}
