import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api/call.ts';
import { Form } from '../ui/form.tsx';
import { notify } from '../ui/toast.tsx';
import { Entry, tokenOfLink } from './entry.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { LinkIncomplete } from './setup-page.tsx';

export function PasswordResetPage() {
  const [token] = useState(tokenOfLink);
  const [, navigate] = useLocation();
  if (!token) return <LinkIncomplete />;
  return (
    <Entry title="Choose a new password">
      <p>A new password signs you out in every browser.</p>
      <Form
        submit="Set password"
        onSubmit={async (values) => {
          const body = { token, password: String(values.get('password')) };
          await call('POST /password-resets/accept', { body });
          notify('The password is changed. Sign in with it.');
          navigate('/', { replace: true });
        }}
      >
        <NewPasswordField label="New password" name="password" />
      </Form>
    </Entry>
  );
}
