import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { ariaKeys } from '../../keys/chords.ts';
import { isApple, printedKeys } from '../../keys/printed-keys.ts';
import { StudioIcon, type StudioIconName } from './StudioIcon.tsx';

export interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'disabled'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Tooltip, if it differs from the name. */
  readonly tip?: string | undefined;
  readonly icon?: StudioIconName;
  /** Description for screen readers. */
  readonly hint?: string | undefined;
  /** Chord of the shortcut, shown in the tooltip. */
  readonly shortcut?: string;
  /** True if the button cannot be used now. It keeps the focus. */
  readonly idle?: boolean;
  readonly children?: ComponentChildren;
}

/** A tooltip with the keys of the shortcut. */
export function tipWithKeys(tip: string, ...chords: readonly (string | undefined)[]): string {
  const apple = isApple(navigator.platform);
  const printed = chords.map((chord) => chord && printedKeys(chord, apple).join('+'));
  return [tip, printed.filter(Boolean).join(' ')].filter(Boolean).join('  ');
}

/** A button of the dock: an icon, with its name and key in a tooltip. */
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
