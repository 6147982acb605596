import type { ComponentProps } from 'react';
import css from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'normal' | 'danger' | 'plain';
  /** True while the action runs. The button then ignores clicks, but keeps the focus. */
  busy?: boolean;
}

export function Button({ look = 'normal', busy = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${css['button']} ${css[look]}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}
