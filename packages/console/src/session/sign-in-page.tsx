import { call } from '../api/call.ts';
import { useOne } from '../api/use-one.ts';
import { TextField } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { useCode } from './code.tsx';
import { Entry } from './entry.tsx';
import { PasswordField } from './password-field.tsx';
import { enter } from './session.ts';
import { SsoButton } from './sso-button.tsx';

export function SignInPage() {
  const setup = useOne('GET /setup');
  const code = useCode();
  if (setup.data?.needed) return <SetupNeeded />;
  return (
    <Entry title="Sign in">
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
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField />
        {code.field}
      </Form>
      {setup.data?.singleSignOn && <SsoButton />}
      <p>
        {setup.data?.mailsLinks ? (
          <a href="/forgot-password">Forgot your password?</a>
        ) : (
          <>
            Forgot your password? An operator of the server makes a link with{' '}
            <code>parley users reset-password</code>.
          </>
        )}
      </p>
    </Entry>
  );
}

function SetupNeeded() {
  return (
    <Entry title="No account yet">
      <p>
        This server has no account yet. At its start it printed a link that creates the first one:
        open the link from the terminal or the log of the server.
      </p>
    </Entry>
  );
}
