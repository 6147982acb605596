import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import css from './field.module.css';
import { MarkedText } from './marked-text.tsx';

/** The messages of the server about the fields of a form, by the path of the field. */
export const FieldIssues = createContext<ReadonlyMap<string, string>>(new Map());

interface Labelled {
  label: string;
  name: string;
  hint?: ReactNode;
}

export function TextField({ label, hint, ...input }: Labelled & ComponentProps<'input'>) {
  const field = useField(input.name);
  return (
    <FieldFrame label={label} hint={hint} {...field}>
      <input className={css['input']} type="text" dir="auto" {...input} {...field.control} />
    </FieldFrame>
  );
}

export function TextArea({ label, hint, ...input }: Labelled & ComponentProps<'textarea'>) {
  const field = useField(input.name);
  return (
    <FieldFrame label={label} hint={hint} {...field}>
      <textarea className={css['input']} dir="auto" rows={3} {...input} {...field.control} />
    </FieldFrame>
  );
}

interface SelectProps extends Labelled, ComponentProps<'select'> {
  name: string;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, hint, options, ...select }: SelectProps) {
  const field = useField(select.name);
  return (
    <FieldFrame label={label} hint={hint} {...field}>
      <select className={css['input']} {...select} {...field.control}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface Choices {
  label: string;
  name: string;
  options: readonly { value: string; label: string; hint?: string; checked?: boolean }[];
}

/** A group of check boxes, or of radio buttons, with a common label. */
export function ChoiceField({
  label,
  name,
  options,
  type,
}: Choices & { type: 'checkbox' | 'radio' }) {
  const field = useField(name);
  return (
    <fieldset className={css['choices']} aria-describedby={field.issue ? field.issueId : undefined}>
      <legend className={css['label']}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css['choice']}>
          <input type={type} name={name} value={option.value} defaultChecked={option.checked} />
          <span>
            {option.label}
            {option.hint && <span className={css['hint']}>{option.hint}</span>}
          </span>
        </label>
      ))}
      {field.issue && (
        <p id={field.issueId} className={css['issue']}>
          <MarkedText text={field.issue} />
        </p>
      )}
    </fieldset>
  );
}

function useField(name: string) {
  const id = useId();
  const issue = useContext(FieldIssues).get(name);
  const hintId = `${id}-hint`;
  const issueId = `${id}-issue`;
  const control = {
    id,
    'aria-describedby': `${hintId} ${issueId}`,
    'aria-invalid': issue ? (true as const) : undefined,
  };
  return { id, issue, hintId, issueId, control };
}

interface FrameProps {
  id: string;
  label: string;
  hint?: ReactNode;
  hintId: string;
  issue: string | undefined;
  issueId: string;
  children: ReactNode;
}

function FieldFrame({ id, label, hint, hintId, issue, issueId, children }: FrameProps) {
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={hintId} className={css['hint']}>
          {hint}
        </p>
      )}
      {issue && (
        <p id={issueId} className={css['issue']}>
          <MarkedText text={issue} />
        </p>
      )}
    </div>
  );
}
