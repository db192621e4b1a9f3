import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { shell } from '../words/en/shell.ts';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'disabled' | 'type'> {
  /**
   * `accent`: the main action of a view. `plain`: with a border. `quiet`: without one. `danger`: destroys
   * something.
   */
  readonly tone?: 'accent' | 'plain' | 'quiet' | 'danger';
  readonly large?: boolean;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/**
 * A button with words and an optional icon. A disabled button keeps the focus, because often the press on it
 * disables it: so it uses `aria-disabled`.
 */
export function Button({
  tone = 'plain',
  large = false,
  icon,
  children,
  disabled = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={disabled ? 'button' : type}
      class={`button ${tone}${large ? ' large' : ''}`}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'> {
  readonly icon: IconName;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Key shown in the tooltip after the name: `Ctrl+Z`. */
  readonly hint?: string;
}

/** A button with an icon only. */
export function IconButton({ icon, label, hint, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={hint ? shell.withKey(label, hint) : label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
