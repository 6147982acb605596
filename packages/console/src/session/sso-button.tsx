import { useState } from 'react';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { ErrorText } from '../ui/problem.tsx';

/** The place in the session storage with the URL that the user wanted to open. */
export const wantedPage = 'parley-page-after-sign-in';

/** Sends the browser to the sign-in page of the provider. */
export function SsoButton() {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  async function begin() {
    setBusy(true);
    try {
      const { url } = await call('POST /sso', { body: {} });
      sessionStorage.setItem(wantedPage, location.href);
      location.assign(url);
    } catch (failure) {
      setError(failure);
    } finally {
      // The provider may not answer, or the back button may return to this page as it was.
      setBusy(false);
    }
  }
  return (
    <>
      <Button busy={busy} onClick={() => void begin()}>
        Continue with single sign-on
      </Button>
      <div role="alert">{error !== undefined && <ErrorText error={error} />}</div>
    </>
  );
}
