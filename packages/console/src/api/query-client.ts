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
    },
  },
});

/** Returns the session, if pages know one. */
export function knownSession(): KnownSession | null {
  return queryClient.getQueryData<KnownSession | null>(sessionKey) ?? null;
}

/** Asks the user to sign in again, above the page: what they have typed stays. */
export function endKnownSession(): void {
  const session = knownSession();
  if (!session?.hasEnded)
    queryClient.setQueryData(sessionKey, session && { ...session, hasEnded: true });
}
