import { consolePrefix } from '@parley/contract/console';
import { requireOwnPage } from '@parley/domain';
import { type RequestHandler, Router } from 'express';

/**
 * Serves the API of the console under its prefix. Refuses changes that a page of another site requests, and forbids
 * browsers to store responses.
 */
export function serveConsole(api: RequestHandler, publicUrl: string | undefined): RequestHandler {
  const router = Router();
  router.use(consolePrefix, (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const { host, origin } = req.headers;
      requireOwnPage({ host, origin, fetchSite: req.get('sec-fetch-site') }, publicUrl);
    }
    next();
  });
  router.use(consolePrefix, api);
  return router;
}
