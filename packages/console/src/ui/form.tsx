import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/call.ts';
import { newSender, type SendOnce } from '../api/send-once.ts';
import { Button } from './button.tsx';
import { messageOf } from './error-message.ts';
import { FieldIssues } from './field.tsx';
import css from './form.module.css';
import { ErrorText, entry, fieldOf } from './problem.tsx';
import { notify } from './toast.tsx';

interface FormProps {
  /** Names the action in a message, after the form was closed; absent = the label of its button. */
  name?: string;
  /** The label of the button that sends the form. */
  submit: string;
  look?: 'primary' | 'danger';
  /**
   * Sends the form. Its failure is shown above the buttons, and at the fields that it names; if the form was closed
   * meanwhile, as a message. After a failure, the next attempt gets the same `once`. `shown` has the values that the
   * fields had at the beginning.
   */
  onSubmit: (values: FormData, once: SendOnce, shown: FormData) => Promise<unknown>;
  /** Other buttons, after the one that sends the form. */
  buttons?: ReactNode;
  children?: ReactNode;
}

export function Form({
  submit,
  name = submit,
  look = 'primary',
  onSubmit,
  buttons,
  children,
}: FormProps) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const once = useRef<SendOnce>(undefined);
  const shown = useRef(new FormData());
  useEffect(() => {
    if (form.current) shown.current = new FormData(form.current);
  }, []);
  const issues = issuesOf(error);

  async function send(values: FormData) {
    setBusy(true);
    setError(undefined);
    try {
      once.current ??= newSender();
      await onSubmit(values, once.current, shown.current);
      once.current = undefined;
    } catch (failure) {
      if (!form.current) return notify(failureAfterClose(name, failure));
      setError(failure);
      const marked = [...issuesOf(failure).keys()].map((field) =>
        form.current?.elements.namedItem(field),
      );
      marked.find((field) => field instanceof HTMLElement)?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send(new FormData(event.currentTarget));
      }}
    >
      <FieldIssues value={issues}>{children}</FieldIssues>
      <div role="alert">
        {error !== undefined && <ErrorText error={error} fields={fieldsOf(form.current)} />}
      </div>
      <div className={css['buttons']}>
        <Button type="submit" look={look} busy={busy}>
          {submit}
        </Button>
        {buttons}
      </div>
    </form>
  );
}

/** Says that an action failed whose form is closed. Without an answer, the server may have done it. */
function failureAfterClose(name: string, failure: unknown): string {
  const advice = failure instanceof ApiError ? '' : ' Check first whether the server did it.';
  return `“${name}” failed. ${messageOf(failure)}${advice}`;
}

/** Returns the text of a field without spaces around it; undefined when it is empty. */
export function textOf(values: FormData, name: string): string | undefined {
  const value = values.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns the properties that a person has changed: somebody else may have changed the others since the form was opened. */
export function changesOf<Values extends object>(shown: Values, values: Values): Partial<Values> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof Values]);
  return Object.fromEntries(Object.entries(values).filter(isChanged)) as Partial<Values>;
}

/** The names of the fields of a form. */
function fieldsOf(form: HTMLFormElement | null): ReadonlySet<string> {
  const names = [...(form?.elements ?? [])].map((field) => field.getAttribute('name'));
  return new Set(names.filter((name) => name !== null));
}

/** What is wrong with fields, by their names. */
function issuesOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map();
  const { issues, details } = error;
  const field = details['field'];
  if (typeof field === 'string') return new Map([[field, messageOf(error)]]);
  return new Map(issues.map(({ path, message }) => [fieldOf(path), placed(path, message)]));
}

function placed(path: string, message: string): string {
  const [, index] = entry.exec(path) ?? [];
  return index === undefined ? message : `Entry ${Number(index) + 1} ${message}`;
}
