import { useState } from 'react';
import { signOut, useSession } from '../session/session.ts';
import { chooseTheme, chosenTheme, type Theme, themes } from '../theme.ts';
import { SupportLink } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { notify } from '../ui/toast.tsx';
import css from './shell.module.css';

const labels: Readonly<{ [One in Theme]: string }> = {
  system: 'Like the system',
  light: 'Light',
  dark: 'Dark',
};

export function Account() {
  const { account, member } = useSession();
  const [theme, setTheme] = useState(chosenTheme);

  function change(chosen: string) {
    const found = themes.find((one) => one === chosen);
    if (!found) return;
    chooseTheme(found);
    setTheme(found);
  }

  return (
    <div className={css['account']}>
      <p>
        <bdi>{account.name}</bdi>
        <span>
          {account.email} · {member.role}
        </span>
      </p>
      <SelectField
        label="Appearance"
        name="theme"
        value={theme}
        onChange={(event) => change(event.currentTarget.value)}
        options={themes.map((value) => ({ value, label: labels[value] }))}
      />
      <SupportLink />
      <Button onClick={() => void signOut().catch((error: Error) => notify(error.message))}>
        Sign out
      </Button>
    </div>
  );
}
