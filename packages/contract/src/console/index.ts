import { errorEnvelope } from '../errors.ts';
import { apiKeysEndpoints } from './api-keys.ts';
import { brandEndpoints } from './brand.ts';
import { invitationsEndpoints, joiningEndpoints, membersEndpoints } from './members.ts';
import { requestLogEndpoints } from './request-log.ts';
import { profileEndpoints, sessionsEndpoints } from './sessions.ts';
import { sessionEndpoints, setupEndpoints } from './sign-in.ts';
import { ssoEndpoints } from './sso.ts';

// The endpoints of the console, under `/console/api`. It has a session instead of an API key, and also serves every
// endpoint of the public contract.

export * from './api-keys.ts';
export * from './brand.ts';
export * from './members.ts';
export * from './request-log.ts';
export * from './sessions.ts';
export * from './sign-in.ts';
export * from './sso.ts';

/** The prefix of all paths of the console. */
export const consolePrefix = '/console/api';

/**
 * The request header of pages that nobody uses at the moment. A request with it does not count as use of the session.
 */
export const unattendedHeader = 'x-parley-unattended';

const failures = {
  400: errorEnvelope,
  401: errorEnvelope,
  403: errorEnvelope,
  404: errorEnvelope,
  409: errorEnvelope,
  413: errorEnvelope,
  415: errorEnvelope,
  422: errorEnvelope,
  429: errorEnvelope,
  500: errorEnvelope,
  503: errorEnvelope,
} as const;

/**
 * The endpoints that begin, read and end the session of a browser. They also work without a session, or in a suspended
 * tenant.
 */
export const entryContract = withFailures({
  setup: setupEndpoints,
  session: sessionEndpoints,
  joining: joiningEndpoints,
  sso: ssoEndpoints,
  brand: brandEndpoints,
});

/** The endpoints that need a session and are not in the public contract. */
export const consoleContract = withFailures({
  sessions: sessionsEndpoints,
  profile: profileEndpoints,
  apiKeys: apiKeysEndpoints,
  invitations: invitationsEndpoints,
  members: membersEndpoints,
  requestLog: requestLogEndpoints,
});

type Routes = Record<string, Record<string, { responses: object }>>;
type WithFailures<Nouns extends Routes> = {
  [Noun in keyof Nouns]: {
    [Name in keyof Nouns[Noun]]: Omit<Nouns[Noun][Name], 'responses'> & {
      responses: Nouns[Noun][Name]['responses'] & typeof failures;
      strictStatusCodes: true;
    };
  };
};

function withFailures<const Nouns extends Routes>(nouns: Nouns): WithFailures<Nouns> {
  return Object.fromEntries(
    Object.entries(nouns).map(([noun, ofNoun]) => [
      noun,
      Object.fromEntries(
        Object.entries(ofNoun).map(([name, route]) => [
          name,
          {
            ...route,
            strictStatusCodes: true,
            responses: { ...failures, ...route.responses },
          },
        ]),
      ),
    ]),
  ) as WithFailures<Nouns>;
}
