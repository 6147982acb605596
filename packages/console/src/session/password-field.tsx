import { TextField } from '../ui/field.tsx';

/** The field for the password that an account has. */
export function PasswordField({ label = 'Password', name = 'password' }) {
  return (
    <TextField label={label} name={name} type="password" autoComplete="current-password" required />
  );
}
