import { apiPrefixes, contract, sessionOnlyRoutes } from '@parley/contract';
import { failedAuthenticationQuota } from '@parley/contract/schemas';
import { readQuery } from '@parley/domain';
import express, { type Express } from 'express';
import { createConsole } from './console.ts';
import type { Deps } from './deps.ts';
import { routesOf } from './generated/routes.ts';
import { createApi } from './http/api.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { checkRequest } from './http/check-request.ts';
import { consolePages } from './http/console-pages.ts';
import { docs } from './http/docs.ts';
import { answerUnmatched, errorExit } from './http/errors.ts';
import { readLinks } from './http/file-links.ts';
import { healthz, type Readiness, readyz } from './http/health.ts';
import { hooks } from './http/hooks.ts';
import { mountEndpoints, mountSessionOnly } from './http/mount.ts';
import { createFailureLimiter, type FailureQuotas } from './http/rate-limit.ts';
import { requestLog } from './http/request-log.ts';
import { Router } from './http/router.ts';
import { closeUnread, endAfterBodies } from './http/unread-body.ts';
import { Receiver } from './receivers/receiver.ts';

export interface AppOptions {
  readiness: Readiness;
  /** Where failed authentications and mails are counted. Default: in this process. */
  failureQuotas?: FailureQuotas | undefined;
}

export function createApp(
  given: Deps,
  { readiness, failureQuotas = given.mailQuotas }: AppOptions,
): Express {
  const deps = { ...given, mailQuotas: failureQuotas };
  const { config, system, admission, log, now, newId, media } = deps;
  const router = new Router();
  const routes = routesOf(deps);
  mountEndpoints(contract, routes, router);
  mountSessionOnly(sessionOnlyRoutes, router);
  const limitFailures = createFailureLimiter(
    { ...failedAuthenticationQuota, limit: config.failedAuthLimit },
    () => now().getTime(),
    failureQuotas,
  );
  const authenticate = createAuthenticate({
    system,
    admission,
    log,
    now,
    newId,
    limitFailures,
    tenantOfLink: readLinks(media.links, now),
  });
  const { draftDir } = media.files;
  const api = createApi({ router, authenticate, draftDir, log, now });

  const app = express();
  endAfterBodies(app);
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  // Express passes null when there is no query.
  app.set('query parser', (query: string | null) => readQuery(query ?? ''));
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(deps));
  app.use(closeUnread);
  app.use(checkRequest);
  for (const prefix of apiPrefixes) app.use(prefix, api);
  app.use(createConsole(deps, { routes, quotas: failureQuotas, limitFailures }));
  app.use(hooks(new Receiver(deps), limitFailures));
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(readiness));
  app.use(docs({ publicUrl: config.publicUrl }));
  app.use(consolePages());
  app.use(answerUnmatched);
  app.use(errorExit(log));
  return app;
}
