import { QueryClient } from '@tanstack/react-query';

export const sessionKey = ['session'] as const;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Errors of the API say what to do. Only a request without an answer may succeed when it is repeated.
      retry: (count, error) => count < 1 && error.name !== 'ApiError',
      staleTime: 5_000,
    },
  },
});
