import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import css from './button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  look?: 'primary' | 'normal' | 'danger' | 'plain';
  /** True while the action runs. The button then ignores clicks, but keeps the focus. */
  busy?: boolean;
}

/** A button. If it has the focus when it disappears, the part of the page around it gets the focus. */
export function Button({ look = 'normal', busy = false, onClick, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current !== document.activeElement) return;
      current?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={`${css['button']} ${css[look]}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}
