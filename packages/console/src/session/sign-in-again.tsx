import { useOne } from '../api/use-one.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Covers a page whose session has ended. What the user has typed there stays. */
export function SignInAgain({ email }: { email: string }) {
  const setup = useOne('GET /setup');
  return (
    <Dialog title="Sign in again">
      <p>Your session has ended. After the sign-in, the page is as you left it.</p>
      <SignInForm email={email} />
      {setup.data?.singleSignOn && (
        <p>
          To use the single sign-on,{' '}
          <a href="/" target="_blank" rel="noreferrer">
            sign in in a new tab
          </a>
          .
        </p>
      )}
      <p>
        <a href="/">Leave the page</a>
      </p>
    </Dialog>
  );
}
