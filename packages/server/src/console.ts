import { contract } from '@parley/contract';
import { consoleContract, entryContract } from '@parley/contract/console';
import { failedAuthenticationQuota } from '@parley/contract/schemas';
import { ssoFlowMs, wholeSessionMs } from '@parley/domain';
import { consoleApiKeys } from './api-keys/routes.ts';
import { brandEntries } from './branding/routes.ts';
import type { Deps } from './deps.ts';
import type { routesOf } from './generated/routes.ts';
import { createApi } from './http/api.ts';
import { createAuthenticateSession } from './http/authenticate-session.ts';
import { serveConsole } from './http/console.ts';
import { HostCookie } from './http/cookies.ts';
import type { EntryDeps } from './http/entry.ts';
import { mountEndpoints } from './http/mount.ts';
import type { FailureQuotas } from './http/rate-limit.ts';
import { Router } from './http/router.ts';
import { consoleInvitations, joiningEntries } from './invitations/routes.ts';
import { consoleRequestLog } from './request-log/routes.ts';
import { SessionAdmission } from './sessions/admission.ts';
import {
  consoleProfile,
  consoleSessions,
  sessionEntries,
  setupEntries,
} from './sessions/routes.ts';
import { SignInThrottle } from './sessions/throttle.ts';
import { ssoEntries } from './sso/routes.ts';
import { consoleMembers } from './users/routes.ts';

interface ConsoleOptions extends Pick<EntryDeps, 'limitFailures'> {
  /** The routes of the public contract. */
  readonly routes: ReturnType<typeof routesOf>;
  /** Where failed sign-ins are counted. */
  readonly quotas: FailureQuotas;
}

/**
 * Creates the API of the console. It has the endpoints of sessions, and every endpoint of the public contract with a
 * session instead of an API key.
 */
export function createConsole(
  deps: Deps,
  { routes, quotas, limitFailures }: ConsoleOptions,
): ReturnType<typeof serveConsole> {
  const { config, log, now, media } = deps;
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const cookie = new HostCookie('parley-session', { https, lifetimeMs: wholeSessionMs });
  const flowCookie = new HostCookie('parley-sign-in', { https, lifetimeMs: ssoFlowMs });
  const sessions = new SessionAdmission(deps);
  const perAddress = { ...failedAuthenticationQuota, limit: config.failedAuthLimit };
  const throttle = new SignInThrottle(quotas, perAddress, () => now().getTime());
  const parts = { deps, sessions, throttle, cookie, flowCookie, limitFailures };
  const router = new Router();
  mountEndpoints(
    entryContract,
    {
      setup: setupEntries(parts),
      session: sessionEntries(parts),
      joining: joiningEntries(parts),
      sso: ssoEntries(parts),
      brand: brandEntries(parts),
    },
    router,
  );
  mountEndpoints(
    consoleContract,
    {
      sessions: consoleSessions,
      profile: consoleProfile(parts),
      apiKeys: consoleApiKeys,
      invitations: consoleInvitations(deps),
      members: consoleMembers,
      requestLog: consoleRequestLog(deps),
    },
    router,
  );
  mountEndpoints(contract, routes, router);
  const authenticate = createAuthenticateSession({ ...parts, entries: namesOf(entryContract) });
  const { draftDir } = media.files;
  return serveConsole(createApi({ router, authenticate, draftDir, log, now }), config.publicUrl);
}

/** Returns the endpoints of a contract, such as `POST /session`. */
function namesOf(nouns: typeof entryContract): ReadonlySet<string> {
  const routes = Object.values(nouns).flatMap((noun) => Object.values(noun));
  return new Set(routes.map(({ method, path }) => `${method} ${path}`));
}
