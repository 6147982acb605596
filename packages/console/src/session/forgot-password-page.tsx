import { useState } from 'react';
import { call } from '../api/call.ts';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Entry } from './entry.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <Entry title="Look into your mailbox">
        <p role="status">
          If <strong>{sentTo}</strong> has an account, a mail with a link is on its way. The link
          works once, for an hour.
        </p>
        <p>No mail after some minutes? Look for it in the spam folder, or ask an operator.</p>
        <p>
          <a href="/">Sign in</a>
        </p>
      </Entry>
    );
  }
  return (
    <Entry title="Forgot your password?">
      <p>You get a mail with a link to choose a new one.</p>
      <Form
        submit="Send the link"
        onSubmit={async (values) => {
          const email = textOf(values, 'email') ?? '';
          await call('POST /password-resets', { body: { email } });
          setSentTo(email);
        }}
      >
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
      </Form>
      <p>
        <a href="/">Back to the sign-in</a>
      </p>
    </Entry>
  );
}
