import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { ariaKeys } from '../../keys/chords.ts';
import { StudioIcon, type StudioIconName } from './StudioIcon.tsx';

interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'disabled'> {
  /** Its accessible name, and the first words of its tooltip. */
  readonly label: string;
  readonly icon?: StudioIconName;
  /** What it does, in a few words more. */
  readonly hint?: string | undefined;
  /** As it is printed on a keyboard: `P`, `Ctrl+Z`. */
  readonly shortcut?: string;
  /** Cannot be used now; it keeps the focus. */
  readonly idle?: boolean;
  readonly children?: ComponentChildren;
}

/** A button of the dock: an icon, its name and key in a tooltip, a finger's target. */
export function ToolButton({
  label,
  icon,
  hint,
  shortcut,
  idle = false,
  onClick,
  children,
  ...rest
}: ToolButtonProps) {
  return (
    <button
      type="button"
      class="tool-button"
      aria-label={label}
      aria-keyshortcuts={shortcut && ariaKeys([shortcut])}
      aria-disabled={idle || undefined}
      aria-description={hint}
      data-tip={[hint ? `${label}, ${hint}` : label, shortcut].filter(Boolean).join('  ')}
      {...rest}
      onClick={idle ? undefined : onClick}
    >
      {icon && <StudioIcon name={icon} />}
      {children}
    </button>
  );
}
