import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog, open for as long as it is rendered. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    // Otherwise, the browser focuses the button that closes the dialog.
    current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => {
      current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css['head']}>
        <h2 id={titleId}>{title}</h2>
        <Button look="plain" aria-label="Close" onClick={onClose}>
          ✕
        </Button>
      </div>
      <div className={css['body']}>{children}</div>
    </dialog>
  );
}
