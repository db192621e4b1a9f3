import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { ariaKeys } from '../../keys/chords.ts';
import { isApple, printedKeys } from '../../keys/printed-keys.ts';
import { StudioIcon, type StudioIconName } from './StudioIcon.tsx';

interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'disabled'> {
  /** Its accessible name, and its tooltip. */
  readonly label: string;
  /** Its tooltip, where that is another. */
  readonly tip?: string | undefined;
  readonly icon?: StudioIconName;
  /** What it does, for those who do not see its icon. */
  readonly hint?: string | undefined;
  /** A chord of the table of shortcuts. Its keys stand in the tooltip. */
  readonly shortcut?: string;
  /** Cannot be used now; it keeps the focus. */
  readonly idle?: boolean;
  readonly children?: ComponentChildren;
}

/** A tooltip with the keys that do the same. */
export function tipWithKeys(tip: string, ...chords: readonly (string | undefined)[]): string {
  const apple = isApple(navigator.platform);
  const printed = chords.map((chord) => chord && printedKeys(chord, apple).join('+'));
  return [tip, printed.filter(Boolean).join(' ')].filter(Boolean).join('  ');
}

/** A button of the dock: an icon, its name and key in a tooltip, a finger's target. */
export function ToolButton({
  label,
  tip = label,
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
      data-tip={tipWithKeys(tip, shortcut)}
      {...rest}
      onClick={idle ? undefined : onClick}
    >
      {icon && <StudioIcon name={icon} />}
      {children}
    </button>
  );
}
