import { HttpResponse, http } from 'msw';

/**
 * Mock Service Worker. The CommonJS build loads it here, when handlers are first asked for: it is an
 * ES module in parts, which Jest and older runtimes cannot `require`.
 */
export function loadMsw(): { http: typeof http; HttpResponse: typeof HttpResponse } {
  return { http, HttpResponse };
}
