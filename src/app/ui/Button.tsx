import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { shell } from '../words/en/shell.ts';
import { Icon, type IconName } from './Icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'disabled' | 'type'> {
  /** `accent`: the one thing to do here. `plain`: with an edge. `quiet`: words alone. */
  readonly tone?: 'accent' | 'plain' | 'quiet' | 'danger';
  readonly large?: boolean;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/**
 * A button with words, and an icon before them if it helps. Never less than a finger's target. One that is disabled
 * keeps the focus: it is often the press on it that disables it.
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
  /** Its accessible name, and its tooltip. */
  readonly label: string;
  /** Shown in the tooltip behind the name: `Ctrl+Z`. */
  readonly hint?: string;
}

/** A button that shows only an icon; its name is for screen readers and in the tooltip. */
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
