import { useEffect, useId, useState } from 'react';
import { Button } from './button.tsx';
import field from './field.module.css';
import css from './search.module.css';

interface SearchProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  onSearch: (text: string) => void;
}

/** A field that filters a list when Enter or the button is pressed. */
export function Search({ label, placeholder, value = '', onSearch }: SearchProps) {
  const id = useId();
  const [text, setText] = useState(value);
  // The back button changes the value, too.
  useEffect(() => setText(value), [value]);
  return (
    <search aria-label={label}>
      <form
        className={css['search']}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <label className={field['label']} htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          className={field['input']}
          type="search"
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">Filter</Button>
      </form>
    </search>
  );
}
