import type { passwordLimits } from '@parley/contract/console';
import { TextField } from '../ui/field.tsx';

// The type makes a difference from the contract an error: importing the values would bring all schemas along.
const limits: typeof passwordLimits = { minLength: 10, maxLength: 200 };

export function NewPasswordField({ label, name }: { label: string; name: string }) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      {...limits}
      hint={`At least ${limits.minLength} characters. A sentence is good.`}
    />
  );
}
