import { useOne } from '../api/use-one.ts';
import { Entry } from './entry.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SsoButton } from './sso-button.tsx';

export function SignInPage() {
  const setup = useOne('GET /setup');
  if (setup.data?.needed) return <SetupNeeded />;
  return (
    <Entry title="Sign in">
      <SignInForm />
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
