import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, call } from '../api/call.ts';
import { ErrorText, Loading } from '../ui/problem.tsx';
import { Entry } from './entry.tsx';
import { enter } from './session.ts';
import { wantedPage } from './sso-button.tsx';

const advice: Readonly<Record<string, string>> = {
  sso_expired: 'It took longer than 10 minutes, or began in another browser. Try again here.',
  sso_refused: 'The provider did not confirm who you are. Try again, or ask an operator.',
  sso_unverified:
    'The provider has not verified your email address. Verify it there, and try again.',
  sso_unknown: 'Your email address has no account here. Ask an owner to invite you.',
  no_workspace: 'You are no active member of a workspace. Ask an owner.',
};

/** The page to which the provider sends the browser. */
export function SsoPage() {
  const [, navigate] = useLocation();
  const [error, setError] = useState<unknown>();
  const hasBegun = useRef(false);
  useEffect(() => {
    // The answer of the provider works once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const query = location.search.slice(1);
    // The address and the history of the browser forget it.
    history.replaceState(null, '', location.pathname);
    enter(() => call('POST /sso/finish', { body: { query } })).then(
      () => navigate(sessionStorage.getItem(wantedPage) ?? '/', { replace: true }),
      setError,
    );
  }, [navigate]);
  if (error === undefined) {
    return (
      <Entry title="Signing in">
        <Loading />
      </Entry>
    );
  }
  const reason = error instanceof ApiError ? String(error.details['reason']) : '';
  return (
    <Entry title="The sign-in failed">
      <div role="alert">
        {advice[reason] && <p>{advice[reason]}</p>}
        <ErrorText error={error} />
      </div>
      <p>
        <a href="/">Sign in</a>
      </p>
    </Entry>
  );
}
