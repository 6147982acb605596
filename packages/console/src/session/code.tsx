import { useState } from 'react';
import { ApiError } from '../api/call.ts';
import { TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';

const withoutDevice =
  'If you have lost the device with this app, an operator of the server can remove it.';

/** Moves the focus to an element when it appears, so that screen readers read it aloud. For `ref`. */
export function focusNew(element: HTMLElement | null): void {
  element?.focus();
}

/** The field for the code of an authenticator app. */
export function CodeField({ hint }: { hint?: string }) {
  return (
    <TextField
      ref={focusNew}
      label="Code of your authenticator app"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      hint={hint}
    />
  );
}

/** Returns the code that the user has typed, without the space that some apps show in it. */
export function codeOf(values: FormData): string | undefined {
  return textOf(values, 'code')?.replaceAll(' ', '');
}

/**
 * Asks for a code when the server requires one. `send` calls the function with the code, and returns false when the
 * form has to be sent again with it.
 */
export function useCode() {
  const [isAsked, setAsked] = useState(false);
  return {
    field: isAsked && <CodeField hint={withoutDevice} />,
    async send(values: FormData, signIn: (given: { code?: string }) => Promise<unknown>) {
      const code = codeOf(values);
      try {
        await signIn(code ? { code } : {});
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.details['reason'] !== 'code_required')
          throw error;
        setAsked(true);
        return false;
      }
    },
  };
}
