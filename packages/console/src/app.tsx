import { lazy, Suspense, useLayoutEffect } from 'react';
import { Route, Switch } from 'wouter';
import { showColors, useBrandQuery } from './brand.ts';
import { identityOf, useSessionQuery } from './session/session.ts';
import { SignInAgain } from './session/sign-in-again.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { Shell } from './shell/shell.tsx';
import { PageBoundary } from './ui/page-boundary.tsx';
import { Loading, Pending } from './ui/problem.tsx';

const SetupPage = lazy(async () => ({
  default: (await import('./session/setup-page.tsx')).SetupPage,
}));
const InvitationPage = lazy(async () => ({
  default: (await import('./session/invitation-page.tsx')).InvitationPage,
}));
const SsoPage = lazy(async () => ({
  default: (await import('./session/sso-page.tsx')).SsoPage,
}));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./session/forgot-password-page.tsx')).ForgotPasswordPage,
}));
const PasswordResetPage = lazy(async () => ({
  default: (await import('./session/password-reset-page.tsx')).PasswordResetPage,
}));

export function App() {
  const brand = useBrandQuery();
  const { data } = brand;
  // A layout effect sets the colors before the browser paints, so that the page does not change its colors.
  useLayoutEffect(() => {
    if (data) showColors(data);
  }, [data]);
  if (brand.isPending) return null;
  return (
    <PageBoundary>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/setup">
            <SetupPage />
          </Route>
          <Route path="/invitation">
            <InvitationPage />
          </Route>
          <Route path="/sign-in/callback">
            <SsoPage />
          </Route>
          <Route path="/forgot-password">
            <ForgotPasswordPage />
          </Route>
          <Route path="/password-reset">
            <PasswordResetPage />
          </Route>
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}

/** Asks to sign in at whatever address; after the sign-in, the page of the address appears. */
function SignedIn() {
  const { data: session, ...query } = useSessionQuery();
  if (!session) return session === null ? <SignInPage /> : <Pending query={query} />;
  return (
    <>
      <Shell key={identityOf(session)} />
      {session.hasEnded && <SignInAgain email={session.account.email} />}
    </>
  );
}
