import { http } from 'msw';

/**
 * Returns the `http` of Mock Service Worker. In the builds for Node, tsup.config.ts replaces this function with one
 * that loads the package at the first call.
 */
export function loadMsw(): typeof http {
  return http;
}
