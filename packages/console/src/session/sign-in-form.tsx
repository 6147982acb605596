import { call } from '../api/call.ts';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { useCode } from './code.tsx';
import { PasswordField } from './password-field.tsx';
import { enter } from './session.ts';

export function SignInForm({ email }: { email?: string }) {
  const code = useCode();
  return (
    <Form
      submit="Sign in"
      onSubmit={(values) => {
        const body = {
          email: textOf(values, 'email') ?? '',
          password: String(values.get('password')),
        };
        return code.send(values, (given) =>
          enter(() => call('POST /session', { body: { ...body, ...given } })),
        );
      }}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
      />
      <PasswordField />
      {code.field}
    </Form>
  );
}
