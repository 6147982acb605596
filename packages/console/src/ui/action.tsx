import { type ReactNode, useState } from 'react';
import type { SendOnce } from '../api/send-once.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { reveal } from './reveal.tsx';
import { notify } from './toast.tsx';

interface ActionProps {
  /** The label of the button that opens the dialog. */
  label: string;
  /** The name of the button for screen readers, when the label alone does not say which record it is about. */
  name?: string;
  look?: 'primary' | 'normal' | 'danger' | 'plain';
  title: string;
  submit: string;
  /** The title above what is shown after the action; absent = the title of the dialog. */
  resultTitle?: string;
  /**
   * Does the action. `shown` has the values that the fields had when the dialog was opened. Returns what is then shown,
   * such as a secret, if anything.
   */
  onSubmit: (
    values: FormData,
    once: SendOnce,
    shown: FormData,
  ) => Promise<ReactNode> | Promise<void>;
  /** Shown for a few seconds after the action. */
  done?: string;
  children?: ReactNode;
}

/** A button that opens a dialog with a form: what will happen, the fields, and the button that does it. */
export function Action({
  label,
  name,
  look,
  title,
  submit,
  resultTitle = title,
  onSubmit,
  done,
  children,
}: ActionProps) {
  // Each opening of the dialog is another object.
  const [opening, setOpening] = useState<object>();
  // The action may end after its dialog was closed, and must not close one that was opened later.
  const close = () => setOpening((current) => (current === opening ? undefined : current));
  return (
    <>
      <Button
        {...(look && { look })}
        aria-haspopup="dialog"
        aria-label={name}
        onClick={() => setOpening({})}
      >
        {label}
      </Button>
      {opening && (
        <Dialog title={title} onClose={close}>
          <Form
            name={name ?? label}
            submit={submit}
            look={look === 'danger' ? 'danger' : 'primary'}
            buttons={<Button onClick={close}>Cancel</Button>}
            onSubmit={async (values, once, shown) => {
              const content = await onSubmit(values, once, shown);
              if (done) notify(done);
              close();
              if (content !== undefined) reveal({ title: resultTitle, content });
            }}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  );
}
