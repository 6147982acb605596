import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Changing } from './changing.ts';
import { Dialog } from './dialog.tsx';

interface Revealed {
  title: string;
  content: ReactNode;
}

const current = new Changing<Revealed>();

/**
 * Shows the result of an action, such as a secret, until the user closes it. The record that the action began at may
 * disappear meanwhile.
 */
export function reveal(revealed: Revealed): void {
  current.set(revealed);
}

let next: (() => void) | undefined;

/** Runs a function when no result is shown: no later answer contains a secret. */
export function afterReveal(run: () => void): void {
  if (current.value) next = run;
  else run();
}

export function RevealedResult() {
  const shown = current.use();
  const close = () => {
    current.set(undefined);
    next?.();
  };
  if (!shown) return null;
  return (
    <Dialog title={shown.title} onClose={close}>
      {shown.content}
      <Button look="primary" onClick={close}>
        Done
      </Button>
    </Dialog>
  );
}
