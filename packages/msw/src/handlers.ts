import { HttpResponse, http, type RequestHandler } from 'msw';
import { bytesOf, type Handle, toResponse } from './fetch.ts';

/** One catch-all per base URL: MSW's cost per request grows with the number of handlers. */
export function createHandlers(handle: Handle, baseUrls: readonly string[]): RequestHandler[] {
  return baseUrls.map((baseUrl) =>
    http.all(`${baseUrl}/api/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      const body = await bytesOf(request);
      const { method, signal } = request;
      const outcome = await handle({ method, pathname, search, headers, body }, signal);
      return outcome.kind === 'network_error'
        ? HttpResponse.error()
        : toResponse(outcome, method, signal);
    }),
  );
}
