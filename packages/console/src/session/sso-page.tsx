import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api/call.ts';
import { ErrorText, Loading } from '../ui/problem.tsx';
import { Entry } from './entry.tsx';
import { enter } from './session.ts';
import { wantedPage } from './sso-button.tsx';

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
  return (
    <Entry title="The sign-in failed">
      <div role="alert">
        <ErrorText error={error} />
      </div>
      <p>
        <a href="/">Sign in</a>
      </p>
    </Entry>
  );
}
