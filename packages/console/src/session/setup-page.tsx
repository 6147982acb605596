import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api/call.ts';
import { useOne } from '../api/use-one.ts';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Entry, tokenOfLink } from './entry.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { enter } from './session.ts';

export function SetupPage() {
  const [token] = useState(tokenOfLink);
  const [, navigate] = useLocation();
  const setup = useOne('GET /setup');
  if (!token) return <LinkIncomplete />;
  if (setup.data?.needed === false) return <LinkUsed />;
  return (
    <Entry title="Create the first account">
      <p>You become the owner of the workspace, and invite the others.</p>
      <Form
        submit="Create account"
        onSubmit={async (values) => {
          const body = {
            token,
            name: textOf(values, 'name') ?? '',
            email: textOf(values, 'email') ?? '',
            password: String(values.get('password')),
          };
          await enter(() => call('POST /setup', { body }));
          navigate('/', { replace: true });
        }}
      >
        <TextField label="Your name" name="name" autoComplete="name" required maxLength={255} />
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <NewPasswordField label="Password" name="password" />
      </Form>
    </Entry>
  );
}

function LinkUsed() {
  return (
    <Entry title="The link was used">
      <p>
        This server has an account already. <a href="/">Sign in</a>, or ask an owner for an
        invitation.
      </p>
    </Entry>
  );
}

export function LinkIncomplete() {
  return (
    <Entry title="The link is not complete">
      <p>
        The address of this page has no token. Copy the whole link, including the part after{' '}
        <code>#</code>, or ask for a new one.
      </p>
      <p>
        <a href="/">Sign in</a>
      </p>
    </Entry>
  );
}
