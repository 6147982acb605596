import { apiPrefixes } from '@parley/contract';
import { consolePrefix } from '@parley/contract/console';
import type { Response } from 'express';

/**
 * Sets the URL of the created record, which begins with the prefix of the API. In the console, it gets the prefix of
 * the console, because a session cannot be used under the other prefix.
 */
export function setLocation(res: Response, location: string | null): void {
  if (location === null) return;
  const isOfConsole = res.req.baseUrl === consolePrefix;
  const path = location.slice(apiPrefixes[0].length);
  res.setHeader('Location', isOfConsole ? `${consolePrefix}${path}` : location);
}
