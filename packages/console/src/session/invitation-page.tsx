import type { InvitationPreview } from '@parley/contract/console';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, call } from '../api/call.ts';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Pending } from '../ui/problem.tsx';
import { useCode } from './code.tsx';
import { Entry, tokenOfLink } from './entry.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';
import { enter } from './session.ts';
import { LinkIncomplete } from './setup-page.tsx';

export function InvitationPage() {
  const [token] = useState(tokenOfLink);
  const preview = useQuery<InvitationPreview>({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /invitations/preview', { body: { token } }),
    enabled: token !== '',
  });
  if (!token) return <LinkIncomplete />;
  if (preview.data) return <Join token={token} preview={preview.data} />;
  const isUsed = preview.error instanceof ApiError && preview.error.code === 'SVC-LINK-INVALID';
  return (
    <Entry title="Invitation">
      <Pending query={preview} />
      {isUsed && (
        <p>
          If you have joined already, <a href="/">sign in</a>.
        </p>
      )}
    </Entry>
  );
}

function Join({ token, preview }: { token: string; preview: InvitationPreview }) {
  const [, navigate] = useLocation();
  const { hasAccount } = preview;
  const code = useCode();
  return (
    <Entry title={`Join ${preview.tenantName}`}>
      <p>
        You are invited as <strong>{preview.role}</strong>, with the address{' '}
        <strong>{preview.email}</strong>.
        {hasAccount && ' This address has an account already: join with its password.'}
      </p>
      <Form
        submit="Join"
        onSubmit={async (values) => {
          const name = textOf(values, 'name');
          const body = { token, password: String(values.get('password')), ...(name && { name }) };
          const hasJoined = await code.send(values, (given) =>
            enter(() => call('POST /invitations/accept', { body: { ...body, ...given } })),
          );
          if (!hasJoined) return;
          navigate('/', { replace: true });
        }}
      >
        {/* Password managers store the address with the password. */}
        <input type="hidden" name="email" autoComplete="username" value={preview.email} readOnly />
        {!hasAccount && (
          <TextField label="Your name" name="name" autoComplete="name" required maxLength={255} />
        )}
        {hasAccount ? <PasswordField /> : <NewPasswordField label="Password" name="password" />}
        {code.field}
      </Form>
    </Entry>
  );
}
