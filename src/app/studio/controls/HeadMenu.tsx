import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { openPanel, type PanelName, togglePanel } from './panels.ts';

interface HeadMenuProps {
  readonly name: PanelName;
  /** The accessible name of the button, and its tooltip. */
  readonly label: string;
  readonly icon: ComponentChildren;
  /** Says its name beside its icon where there is room. */
  readonly wordy?: boolean;
  /** What is in the panel, while it is open. */
  readonly children: ComponentChildren;
}

/** A button of the head, and the panel that hangs from it. */
export function HeadMenu({ name, label, icon, wordy = false, children }: HeadMenuProps) {
  const id = useId();
  const open = openPanel.value === name;
  return (
    <div class={`head-menu ${name}`} data-panel={name}>
      <button
        type="button"
        class={wordy ? 'head-button' : 'head-button bare'}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        data-tip={label}
        onClick={() => togglePanel(name)}
      >
        {icon}
        {wordy && <span class="wide-only">{label}</span>}
      </button>
      <div id={id} class={open ? 'menu open' : 'menu'}>
        {open && children}
      </div>
    </div>
  );
}
