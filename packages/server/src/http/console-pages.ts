import { join } from 'node:path';
import { Router } from 'express';
import helmet from 'helmet';
import { packageFolder, StaticFiles, site } from './site.ts';

// No script, style or request of another origin, no frame around the pages, and no text that becomes a script.
const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // Neither a page nor an injected script can make a policy, which could let any text pass as a script.
      trustedTypes: ["'none'"],
    },
  },
});

/** Matches paths of this server that are no page of the console, even if nothing answers them. */
const reserved = /^\/(api|assets|console|docs|hooks|metrics)(\/|$)|\.\w+$/;

/**
 * Serves the pages of the console, which `npm run build` builds: every path that a browser opens shows them, unless it
 * is reserved.
 */
export function consolePages(folder = join(packageFolder, 'console')): Router {
  const pages = site(new StaticFiles(folder), {
    at: '/',
    policy,
    otherwise: (req) =>
      isNavigation(req.headers.accept) && !reserved.test(req.path)
        ? { name: 'index.html', status: 200 }
        : undefined,
  });
  const router = Router();
  router.get('/{*path}', pages);
  return router;
}

/**
 * Returns whether a request opens a page: a browser then names HTML in `Accept`, and programs that call the API do not.
 */
function isNavigation(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
