import { http } from 'msw';

/** The `http` of Mock Service Worker. The builds for Node load it when handlers are first asked for: tsup.config.ts. */
export function loadMsw(): typeof http {
  return http;
}
