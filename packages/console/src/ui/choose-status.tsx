import css from './choose-status.module.css';
import { SelectField } from './field.tsx';

interface ChooseStatusProps<Status extends string> {
  label: string;
  /** The label of the choice that shows everything. */
  all: string;
  options: Readonly<{ [One in Status]: string }>;
  value: Status | undefined;
  onChoose: (status: Status | undefined) => void;
}

/** Chooses which rows of a list are shown. */
export function ChooseStatus<Status extends string>(props: ChooseStatusProps<Status>) {
  const { label, all, options, value, onChoose } = props;
  const statuses = Object.keys(options) as Status[];
  const isKnown = value === undefined || statuses.includes(value);
  return (
    <div className={css['choose']}>
      <SelectField
        label={label}
        name="status"
        value={value ?? ''}
        onChange={(event) => onChoose(statuses.find((one) => one === event.currentTarget.value))}
        options={[
          { value: '', label: all },
          ...statuses.map((one) => ({ value: one, label: options[one] })),
          // The address of the page can name another one.
          ...(isKnown ? [] : [{ value, label: value }]),
        ]}
      />
    </div>
  );
}
