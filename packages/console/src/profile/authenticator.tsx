import type { TotpSecret } from '@parley/contract/console';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { CodeField, codeOf, focusNew } from '../session/code.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { readSessionAgain } from '../session/session.ts';
import { Action } from '../ui/action.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Form } from '../ui/form.tsx';
import { Card } from '../ui/page.tsx';
import { QrCode } from '../ui/qr-code.tsx';

export function Authenticator({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Card>
      <p>To sign in, you need your password and a code of your authenticator app.</p>
      <Action
        label="Turn off"
        name="Turn off the authenticator app"
        look="danger"
        title="Sign in without codes?"
        submit="Turn off"
        done="You can sign in without a code."
        onSubmit={async (values) => {
          await call('POST /profile/totp/remove', { body: passwordIn(values) });
          await readSessionAgain();
        }}
      >
        <PasswordField />
      </Action>
    </Card>
  ) : (
    <Card>
      <p>With an authenticator app, a stolen password is not enough to sign in.</p>
      <Action
        label="Set up"
        name="Set up an authenticator app"
        title="Set up an authenticator app"
        submit="Continue"
        onSubmit={async (values) => (
          <Confirm secret={await call('POST /profile/totp', { body: passwordIn(values) })} />
        )}
      >
        <PasswordField />
      </Action>
    </Card>
  );
}

function Confirm({ secret: { secret, uri } }: { secret: TotpSecret }) {
  const [isOn, setOn] = useState(false);
  if (isOn) {
    return (
      <p ref={focusNew} tabIndex={-1}>
        From now on, you need a code to sign in.
      </p>
    );
  }
  return (
    <>
      <p>
        Scan this code with your authenticator app, or <a href={uri}>open the app</a> on this
        device. You can also type the key:
      </p>
      <QrCode label="QR code with the key" text={uri} />
      <Copyable label="Key" text={secret} />
      <Form
        submit="Confirm"
        onSubmit={async (values) => {
          await call('POST /profile/totp/confirm', { body: { code: codeOf(values) ?? '' } });
          await readSessionAgain();
          setOn(true);
        }}
      >
        <CodeField />
      </Form>
    </>
  );
}

function passwordIn(values: FormData) {
  return { password: String(values.get('password')) };
}
