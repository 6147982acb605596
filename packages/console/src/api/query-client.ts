import type { SignedIn } from '@parley/contract/console';
import { QueryClient } from '@tanstack/react-query';

export const sessionKey = ['session'] as const;

/** The session that this browser last knew. */
export interface KnownSession extends SignedIn {
  /** Whether the server has ended it since. */
  hasEnded?: true;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Errors of the API say what to do. Only a request without an answer may succeed when it is repeated.
      retry: (count, error) => count < 1 && error.name !== 'ApiError',
      staleTime: 5_000,
      // Otherwise a page that is opened without a network shows that it loads, and says nothing else.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

/** Returns the session, if pages know one. */
export function knownSession(): KnownSession | null {
  return queryClient.getQueryData<KnownSession | null>(sessionKey) ?? null;
}

/** Reads the session again after the server has refused a request because the workspace is suspended. */
export function noticeSuspension(): void {
  if (knownSession()?.tenant.status === 'active')
    void queryClient.invalidateQueries({ queryKey: sessionKey });
}

/**
 * Asks the user to sign in again, above the page: what they have typed stays. Does nothing if another session has
 * replaced this one: the refusal of an old request can arrive after the next sign-in.
 */
export function endSession(session: KnownSession | null): void {
  const known = knownSession();
  if (known && !known.hasEnded && known.sessionId === session?.sessionId)
    queryClient.setQueryData(sessionKey, { ...known, hasEnded: true });
}
