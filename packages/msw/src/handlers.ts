import { bytesOf, type Handle, never, toResponse } from './fetch.ts';
import { loadMsw } from './load-msw.ts';

/** Returns one catch-all handler per base URL, because MSW's cost per request grows with the number of handlers. */
export function createHandlers(handle: Handle, baseUrls: readonly string[]): MswRequestHandler[] {
  const http = loadMsw();
  return baseUrls.map((baseUrl) =>
    http.all(`${baseUrl}/api/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      const body = await bytesOf(request);
      const { method } = request;
      const outcome = await handle({ method, pathname, search, headers, body }, request);
      // Response.error() breaks the connection; a rejected resolver would be logged as a bug.
      if (outcome.kind === 'network_error') return Response.error();
      if (outcome.kind === 'hang') return never(request.signal).catch(() => Response.error());
      return toResponse(outcome, method, request);
    }),
  );
}
