import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import { openDialogs, Toasts } from './toast.tsx';

/** The controls that can get the focus first: of radio buttons, the chosen one. */
const fields = 'input:not([type=radio]:not(:checked)), select, textarea';

interface DialogProps {
  title: string;
  /** Absent = the user cannot close the dialog, and does not see the page below it. */
  onClose?: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open for as long as it is rendered. Escape closes it, and the focus returns to where it was, or to the
 * page.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    openDialogs.set([...(openDialogs.value ?? []), titleId]);
    // Otherwise, the browser focuses the button that closes the dialog. An empty field that is required is invalid.
    const field =
      current?.querySelector<HTMLElement>(':is(input, textarea):invalid') ??
      current?.querySelector<HTMLElement>(fields);
    field?.focus();
    return () => {
      current?.close();
      openDialogs.set(openDialogs.value?.filter((id) => id !== titleId));
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [titleId]);
  return (
    <dialog
      ref={dialog}
      className={`${css['dialog']} ${onClose ? '' : css['cover']}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // A browser may close a dialog although the page prevents it.
        const { current } = dialog;
        if (!current || current.open) return;
        if (onClose) onClose();
        else current.showModal();
      }}
    >
      <div className={css['head']}>
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <Button look="plain" aria-label="Close" onClick={onClose}>
            ✕
          </Button>
        )}
      </div>
      <div className={css['body']}>{children}</div>
      <Toasts dialogId={titleId} />
    </dialog>
  );
}
