import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { openPanel, type PanelName, togglePanel } from './panels.ts';

interface HeaderMenuProps {
  readonly name: PanelName;
  /** Accessible name and tooltip of the button. */
  readonly label: string;
  readonly icon: ComponentChildren;
  /** True to show the name beside the icon where there is room. */
  readonly withLabel?: boolean;
  /** Content of the open panel. */
  readonly children: ComponentChildren;
}

/** A button of the header with a panel below it. */
export function HeaderMenu({ name, label, icon, withLabel = false, children }: HeaderMenuProps) {
  const id = useId();
  const open = openPanel.value === name;
  return (
    <div class={`header-menu ${name}`} data-panel={name}>
      <button
        type="button"
        class={withLabel ? 'head-button' : 'head-button bare'}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        data-tip={label}
        onClick={(press) => togglePanel(name, press)}
      >
        {icon}
        {withLabel && <span class="wide-only">{label}</span>}
      </button>
      <div id={id} class={open ? 'menu open' : 'menu'}>
        {open && children}
      </div>
    </div>
  );
}
