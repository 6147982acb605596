import { contract } from '@parley/contract';
import type { Request, Response } from 'express';
import type { MediaLinks } from '../media/links.ts';
import { stateOf } from './request-state.ts';

/**
 * Returns a function that reads the tenant of a request with a link to a file: null when the link has expired or is
 * wrong, undefined without a link.
 */
export function readLinks(links: MediaLinks, now: () => Date) {
  return ({ params, query }: Request, res: Response): string | null | undefined => {
    const { token } = query;
    const { endpoint } = stateOf(res);
    if (endpoint?.template !== contract.media.download.path || token === undefined)
      return undefined;
    return links.tenantOf(String(params['id']), String(token), now().getTime()) ?? null;
  };
}
